import type { Page } from '@playwright/test'
import type { ItemView, StoreView } from '../../web/src/lib/api/types.gen.ts'
import type { Found } from '../town-api.ts'
import { ItemDialog } from './item-dialog.ts'
import { Stepper } from './stepper.ts'

type Named = Pick<ItemView, 'name'>

/** A store's page with its items. */
export class StorePage {
  readonly page: Page
  readonly main
  readonly dialog

  constructor(page: Page) {
    this.page = page
    this.main = page.getByRole('main')
    this.dialog = new ItemDialog(page)
  }

  open = ({ slug, module_id }: Pick<StoreView, 'slug' | 'module_id'>) =>
    this.page.goto(`/store/${slug}?module_id=${module_id}`)

  /** The card of an item; the first one if the item is shown twice. */
  card = ({ name }: Named) =>
    this.main
      .getByRole('article')
      .filter({ has: this.page.getByRole('link', { name, exact: true }) })
      .first()

  /** Opens the item over the page, as a tap on its card does. */
  async openItem({ name }: Named) {
    await this.card({ name }).getByRole('link', { name, exact: true }).click()
    return this.dialog
  }

  /** Opens the reviews of the store. */
  async openReviews() {
    await this.main.getByRole('button', { name: 'See reviews' }).click()
    return this.page.getByRole('dialog', { name: /^Reviews of/ })
  }

  quantity = (item: Named) => new Stepper(this.card(item))

  /** What adds on the card, or opens what has to be chosen. */
  plus = (item: Named) => this.card(item).getByRole('button', { name: `Add ${item.name} to cart` })

  add = (item: Named) => this.plus(item).click()

  /** Opens the store and puts enough of a dish into the cart to reach its minimum. */
  async fillCart({ item, store }: Found) {
    await this.open(store)
    // A page that is left at once gives up the last call. Each press waits for the answer to its own.
    const stored = () =>
      this.page.waitForResponse((response) => response.request().method() !== 'GET' && response.url().includes('/cart'))
    const { more } = this.quantity(item)
    await Promise.all([stored(), this.add(item)])
    for (let worth = item.sale_price; worth < store.minimum_order; worth += item.sale_price) {
      await Promise.all([stored(), more.click()])
    }
  }

  /** Opens the store and buys enough of a dish at once; returns what the dialog said it costs, in minor units. */
  async buyNow({ item, store }: Found) {
    await this.open(store)
    const dialog = await this.openItem(item)
    await dialog.chooseWhatMust(item)
    const { more } = dialog.quantity(item)
    while ((await dialog.total()) < store.minimum_order * 100) await more.click()
    const total = await dialog.total()
    await dialog.buyNow.click()
    await this.page.waitForURL('/checkout?page=buy_now')
    return total
  }
}
