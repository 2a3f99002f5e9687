import type { Page } from '@playwright/test'
import { waitUntilStarted } from '../storage.ts'

type Webhooks = 'At once' | '20 seconds late' | 'Twice' | 'Out of order' | 'Never'

type Options = { webhooks?: Webhooks; refunds?: 'They are done after 5 seconds' | 'They fail after 5 seconds' }

/** The page of the demo's payment gateway. */
export class SandboxPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Does what a button of the page says. The shopper comes back to the shop. Returns the page's address. */
  async choose(name: string, options: Options = {}) {
    const link = await this.prepare(options)
    await this.button(name).click()
    await this.page.waitForURL((url) => !url.pathname.startsWith('/sandbox-pay/'))
    await waitUntilStarted(this.page)
    return link
  }

  /** Does what a button of the page says, and closes the browser's tab before the shop is back in it. */
  async chooseAndClose(name: string, options: Options = {}) {
    const link = await this.prepare(options)
    // The gateway gets the choice, but its answer never reaches the tab: a tab that is just going elsewhere may stay open.
    const sent = new Promise<void>((resolve) => {
      void this.page.route(link, async (route) => {
        await route.fetch({ maxRedirects: 0 })
        resolve()
      })
    })
    await this.button(name).click({ noWaitAfter: true })
    await sent
    await this.page.close()
    return link
  }

  /** What the gateway took and sent back by the page of this address, such as "Charged USD 12.00". */
  async statement(link: string) {
    await this.page.goto(link, { waitUntil: 'domcontentloaded' })
    const rows = await this.page.locator('dl > div').allInnerTexts()
    return rows.map((row) => row.replaceAll(/\s+/g, ' ')).filter((row) => /^(Charged|Sent back)/.test(row))
  }

  private button = (name: string) => this.page.getByRole('button', { name, exact: true })

  private async prepare({ webhooks, refunds }: Options) {
    await this.page.waitForURL(/\/sandbox-pay\//)
    const chosen = [webhooks, refunds].filter((name) => name !== undefined)
    if (chosen.length > 0) await this.page.getByText('Webhooks and refunds').click()
    for (const name of chosen) await this.page.getByRole('radio', { name, exact: true }).check()
    return this.page.url()
  }
}
