import type { Page } from '@playwright/test'

/** The drawer with what a customer likes. */
export class Wishlist {
  readonly page: Page
  readonly drawer
  readonly rows
  readonly question

  constructor(page: Page) {
    this.page = page
    this.drawer = page.getByRole('dialog', { name: 'Wishlist', exact: true })
    this.rows = this.drawer.getByRole('listitem')
    this.question = page.getByRole('dialog', { name: 'Remove from your wishlist?' })
  }

  /** From the header, and on phones from the menu. */
  async open() {
    const header = this.page.getByRole('banner')
    const icon = header.getByRole('button', { name: 'Wishlist' })
    if (await icon.isVisible()) return icon.click()
    await header.getByRole('button', { name: 'Menu' }).click()
    return this.page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Wishlist' }).click()
  }

  close = () => this.drawer.getByRole('button', { name: 'Close' }).click()

  tab = (name: 'Foods' | 'Items' | 'Stores') => this.drawer.getByRole('tab', { name: new RegExp(`^${name}`) })

  row = (name: string) => this.rows.filter({ has: this.page.getByRole('link', { name, exact: true }) })

  add = (name: string) => this.row(name).getByRole('button', { name: `Add ${name} to cart` }).click()

  async remove(name: string) {
    await this.row(name).getByRole('button', { name: `Remove ${name} from your wishlist` }).click()
    await this.question.getByRole('button', { name: 'Remove' }).click()
  }

  /** The heart of a thing, wherever it stands. */
  heart = (name: string, within = this.page.getByRole('main')) =>
    within.getByRole('button', { name: `Add ${name} to your wishlist` }).first()
}
