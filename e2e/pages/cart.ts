import type { Page } from '@playwright/test'
import { amountIn } from './money.ts'
import { Stepper } from './stepper.ts'

/** The drawer with what is being bought. */
export class Cart {
  readonly page: Page
  readonly drawer
  readonly button
  readonly lines
  readonly freeDelivery
  readonly checkout

  constructor(page: Page) {
    this.page = page
    this.drawer = page.getByRole('dialog', { name: 'Shopping Cart' })
    this.button = page.getByRole('banner').getByRole('button', { name: /^Cart,/ })
    this.lines = this.drawer.getByRole('listitem').filter({ has: page.getByRole('status') })
    this.freeDelivery = this.drawer.getByRole('progressbar', { name: 'Progress towards free delivery' })
    this.checkout = this.drawer.getByRole('button', { name: 'Go to checkout' })
  }

  open = () => this.button.click()

  /** On to the checkout without an account, which the page asks about first (CART-06). */
  async checkOutAsGuest() {
    await this.checkout.click()
    const question = this.page.getByRole('dialog', { name: 'Do you want to login or continue as a guest?' })
    await question.getByRole('button', { name: 'Guest' }).click()
  }

  close = () => this.drawer.getByRole('button', { name: 'Close' }).click()

  line(name: string) {
    const root = this.lines.filter({ has: this.page.getByRole('link', { name, exact: true }) })
    return { root, quantity: new Stepper(root), total: async () => amountIn(await root.innerText()) }
  }

  /** In minor units. */
  subtotal = async () => amountIn(await this.drawer.locator('p', { hasText: 'Subtotal' }).innerText())
}
