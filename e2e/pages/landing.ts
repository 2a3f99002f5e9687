import type { Page } from '@playwright/test'
import { PlaceMap } from './place-map.ts'

/** The first page: what this is, and where you are. */
export class Landing {
  readonly page: Page
  readonly address
  readonly suggestions
  readonly modules

  constructor(page: Page) {
    this.page = page
    this.address = page.getByRole('combobox', { name: 'Your address' })
    this.suggestions = page.getByRole('listbox', { name: 'Places' }).getByRole('option')
    this.modules = page.getByRole('dialog', { name: 'Select a type of module for your orders' })
  }

  open = () => this.page.goto('/')

  /** Types letter by letter, and chooses the first suggestion that begins with the words: fewer letters suggest others. */
  async typePlace(words: string) {
    await this.address.pressSequentially(words, { delay: 20 })
    await this.page.getByRole('option', { name: new RegExp(`^${words}`, 'i') }).first().click()
  }

  async openMap() {
    await this.page.getByRole('button', { name: 'Pick from map' }).click()
    return new PlaceMap(this.page)
  }

  useCurrentLocation = () => this.page.getByRole('button', { name: 'Use Current Location' }).click()

  chooseModule = (name: string) => this.modules.getByRole('button', { name }).click()
}
