import type { Page } from '@playwright/test'

/** The dialog that picks a place on the map. */
export class PlaceMap {
  readonly dialog
  readonly map
  readonly use

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Pick from map' })
    this.map = this.dialog.getByRole('region', { name: /Map of the delivery zones/ })
    this.use = this.dialog.getByRole('button', { name: 'Use this place' })
  }

  /** Takes the first place that is called so. */
  async find(words: string) {
    await this.dialog.getByRole('combobox', { name: 'Your address' }).fill(words)
    await this.dialog.getByRole('option', { name: new RegExp(`^${words}`, 'i') }).first().click()
  }

  /** What the dialog says of the point under the pin. */
  status = () => this.dialog.getByRole('status').last()
}
