import type { Page } from '@playwright/test'
import { Stepper } from './stepper.ts'

/** The drawer with the vehicles that somebody wants to rent. */
export class TripCart {
  readonly page: Page
  readonly drawer
  readonly button
  readonly tab
  readonly proceed

  constructor(page: Page) {
    this.page = page
    this.drawer = page.getByRole('dialog', { name: 'Trip cart' })
    this.button = page.getByRole('banner').getByRole('button', { name: /^Trip cart,/ })
    this.tab = page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('button', { name: /Trip cart$/ })
    this.proceed = this.drawer.getByRole('button', { name: 'Proceed' })
  }

  open = () => this.button.click()

  line(name: string) {
    const root = this.page.getByRole('listitem').filter({ has: this.page.getByRole('group', { name, exact: true }) })
    return { root, quantity: new Stepper(root) }
  }

  dialog = (name: string) => this.page.getByRole('dialog', { name })

  /** Presses a button of a dialog, and waits until it is closed. */
  async answer(name: string, button: string) {
    const asked = this.dialog(name)
    await asked.getByRole('button', { name: button, exact: true }).click()
    await asked.waitFor({ state: 'hidden' })
  }
}
