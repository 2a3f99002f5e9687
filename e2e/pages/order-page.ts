import type { Page } from '@playwright/test'
import { amountIn } from './money.ts'

declare global {
  interface Window {
    headlines: string[]
  }
}

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

  /** Notes every headline from now on. The page does it itself: a test on a busy machine looks too seldom to see them all. */
  noteHeadlines = () =>
    this.page.evaluate(() => {
      const seen: string[] = []
      window.headlines = seen
      new MutationObserver(() => {
        const headline = document.querySelector('main h1')?.textContent
        if (headline && headline !== seen.at(-1)) seen.push(headline)
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
    })

  /** The headlines that were noted, in the order in which they stood there. */
  headlines = () => this.page.evaluate(() => window.headlines)

  /** Its number, as the address tells it. */
  id = () => Number(/\/order\/(\d+)/.exec(this.page.url())?.[1])

  /** What was to be paid, in minor units. */
  async total() {
    const total = this.page.getByRole('term').getByText('Total', { exact: true })
    return amountIn(await this.receipt.locator('dl > div').filter({ has: total }).innerText())
  }
}
