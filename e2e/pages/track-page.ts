import type { Page } from '@playwright/test'
import { OrderPage } from './order-page.ts'

/** Finds an order or a trip again by its number and the phone it was placed with. */
export class TrackPage {
  readonly page: Page
  readonly form
  readonly order

  constructor(page: Page) {
    this.page = page
    this.form = page.getByRole('form', { name: 'Track order' })
    this.order = new OrderPage(page)
  }

  open = () => this.page.goto('/track-order')

  async find(id: number, phone: string) {
    await this.form.getByLabel('Number of the order or trip').fill(String(id))
    await this.form.getByLabel('Phone').fill(phone)
    await this.form.getByRole('button', { name: 'Track', exact: true }).click()
  }
}
