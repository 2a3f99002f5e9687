import type { Page } from '@playwright/test'
import type { StoreView } from '../../web/src/lib/api/types.gen.ts'

/** What a module has to offer, and the search. */
export class Home {
  readonly page: Page
  readonly main
  readonly search

  constructor(page: Page) {
    this.page = page
    this.main = page.getByRole('main')
    this.search = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
  }

  open = () => this.page.goto('/home')

  section = (title: string) => this.main.getByRole('region', { name: title })

  link = ({ name }: Pick<StoreView, 'name'>) => this.main.getByRole('link', { name, exact: true }).first()

  /** Turns the results to stores. */
  showStores = () => this.main.getByRole('tablist', { name: 'What was found' }).getByRole('tab', { name: /^Stores/ }).click()

  /** Words and Enter. */
  async searchFor(words: string) {
    await this.search.fill(words)
    await this.search.press('Enter')
  }
}
