import type { Locator, Page } from '@playwright/test'
import type { FoodVariationView, ItemView } from '../../web/src/lib/api/types.gen.ts'
import { amountIn } from './money.ts'
import { Stepper } from './stepper.ts'

/** An item with its choices: over a page, or (an ecommerce one) a page of its own. */
export class ItemDialog {
  readonly root: Locator
  readonly addButton
  readonly updateButton
  readonly buyNow
  readonly problems

  constructor(page: Page, root: Locator = page.getByRole('dialog')) {
    this.root = root
    this.addButton = root.getByRole('button', { name: /^(Add to cart|\d+ choices? left)/ })
    this.updateButton = root.getByRole('button', { name: /^Update To Cart/ })
    this.buyNow = root.getByRole('button', { name: 'Buy Now' })
    this.problems = root.getByRole('alert')
  }

  quantity = ({ name }: Pick<ItemView, 'name'>) => new Stepper(this.root.getByRole('group', { name, exact: true }).last())

  group = (title: string) => this.root.getByRole('group', { name: new RegExp(`^${escaped(title)}`) })

  /** One row of a group, as a whole: a tap anywhere on it chooses. */
  row = (group: string, label: string) =>
    this.group(group).locator('label').filter({ has: this.root.page().getByText(label, { exact: true }) })

  choose = (group: string, label: string) => this.row(group, label).click()

  addExtra = ({ name }: { name: string }) => this.choose('Add-ons', name)

  /** Takes as little as every required group asks for. */
  async chooseWhatMust({ food_variations }: Pick<ItemView, 'food_variations'>) {
    for (const group of food_variations.filter(({ required }) => required === 'on')) {
      for (const { label } of firstOf(group)) await this.choose(group.name, label)
    }
  }

  /** What the button says that it will cost, in minor units. */
  total = async (button: Locator = this.addButton) => amountIn(await button.innerText())
}

const firstOf = ({ values, type, min }: FoodVariationView) => values.slice(0, type === 'single' ? 1 : Math.max(1, min))

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
