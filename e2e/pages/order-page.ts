import type { Page } from '@playwright/test'
import { amountIn } from './money.ts'

/** An order as it moves: on its own page, or found by its number and phone. */
export class OrderPage {
  readonly page: Page
  readonly main
  readonly headline
  readonly steps
  readonly history
  readonly receipt

  constructor(page: Page) {
    this.page = page
    this.main = page.getByRole('main')
    this.headline = this.main.getByRole('heading', { level: 1 })
    this.steps = this.main.getByRole('list', { name: 'How far your order is' })
    this.history = this.main.getByRole('region', { name: 'What happened' }).getByRole('listitem')
    this.receipt = this.main.getByRole('region', { name: 'Your order' })
  }

  /** Its number, as the address tells it. */
  id = () => Number(/\/order\/(\d+)/.exec(this.page.url())?.[1])

  /** What was to be paid, in minor units. */
  async total() {
    const total = this.page.getByRole('term').getByText('Total', { exact: true })
    return amountIn(await this.receipt.locator('dl > div').filter({ has: total }).innerText())
  }
}
