import type { Page } from '@playwright/test'
import { choose } from '../choose.ts'
import { amountIn } from './money.ts'

/** Whom an order is for. */
export type Person = { name: string; phone: string; road?: string; house?: string; floor?: string }

export const asha: Person = { name: 'Asha Rao', phone: '+12025550123', road: 'Rope Lane', house: '12', floor: '2' }

/** One page from cart to order. */
export class Checkout {
  readonly page: Page
  readonly main
  readonly edit
  readonly form
  readonly name
  readonly phone
  readonly summary
  readonly place

  constructor(page: Page) {
    this.page = page
    this.main = page.getByRole('main')
    this.edit = this.main.getByRole('button', { name: 'Please add your delivery address' })
    this.form = page.getByRole('dialog', { name: /^(Delivery address|Contact person)$/ })
    this.name = this.main.getByLabel('Contact name')
    this.phone = this.main.getByLabel('Phone')
    this.summary = this.main.getByRole('region', { name: 'Your order' })
    this.place = this.main.getByRole('button', { name: /^Place order/ })
  }

  takeAway = () => choose(this.main.getByRole('radio', { name: /^Take away/ }))

  schedule = () => choose(this.main.getByRole('radio', { name: /^Schedule/ }))

  /** Fills in name and phone, and street, house and floor where there are any. */
  async introduce({ name, phone, road, house, floor }: Person) {
    await this.name.fill(name)
    await this.phone.fill(phone)
    if (!road && !house && !floor) return
    await this.edit.click()
    if (road) await this.form.getByLabel('Street number').fill(road)
    if (house) await this.form.getByLabel('House number').fill(house)
    if (floor) await this.form.getByLabel('Floor').fill(floor)
    await this.form.getByRole('button', { name: 'Update Address' }).click()
  }

  /** A row of the summary: "Delivery", "Tax". */
  row = (name: string) => this.summary.locator('dl > div').filter({ has: this.page.getByRole('term').getByText(name, { exact: true }) })

  /** The amount of a row, in minor units. */
  amount = async (name: string) => amountIn(await this.row(name).innerText())

  /** What the button says that will be paid, in minor units. */
  total = async () => amountIn(await this.place.innerText())
}
