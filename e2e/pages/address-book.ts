import type { Page } from '@playwright/test'

/** The saved addresses in the account. */
export class AddressBook {
  private readonly page
  readonly add
  readonly form

  constructor(page: Page) {
    this.page = page
    this.add = page.getByRole('main').getByRole('button', { name: 'Add Address' })
    this.form = page.getByRole('dialog', { name: /^(New|Change) address$/ })
  }

  open = () => this.page.goto('/profile?page=addresses')

  /** The card of an address, by what it is called. */
  card = (name: string) =>
    this.page.getByRole('main').getByRole('listitem').filter({ has: this.page.getByRole('heading', { name, exact: true }) })
}
