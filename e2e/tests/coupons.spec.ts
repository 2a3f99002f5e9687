import { expect, testInOneTab as test } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { asha, Checkout } from '../pages/checkout.ts'
import { OrderPage } from '../pages/order-page.ts'
import { reload } from '../reload.ts'

/** What the demo's TOWN10 takes off: a tenth of the items, at most 6.00; cents, half up. */
const tenth = (items: number) => Math.min(Math.round(items / 10), 600)

test('PRC-03 WAL-05 TRAP_M4 TRAP_M8 a coupon is copied, applied, refused where it does not fit, and stands in the order', async ({
  page,
  context,
  api,
  visit,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const guest = await Guest.create(api)
  const { item } = await api.dish(await api.takeTown10())
  await guest.add(item, Math.ceil(16 / item.price))
  await visit({ stored: guest.stored() })
  const checkout = new Checkout(page)
  const main = page.getByRole('main')

  await test.step('sees the coupons of the place, with the reason of those that cannot be used', async () => {
    await page.goto('/coupons')
    const card = (title: string) => main.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
    await expect(card('15% off for the long weekend')).toContainText(/This coupon expired on \d+ \w+ \d{4}\./)
    await expect(card('20% off on the day of the fair')).toContainText(/This coupon begins on \d+ \w+ \d{4}\./)
    await expect(card('Free delivery this week')).toContainText('On orders of $10.00 or more')
    await card('10% off in the middle of town').getByRole('button', { name: 'Copy the code TOWN10' }).click()
    await expect(page.getByText('Code TOWN10 copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('TOWN10')
  })

  const code = main.getByLabel('Coupon code')
  const remove = main.getByRole('button', { name: 'Remove the coupon TOWN10' })
  await test.step('reads why another code does not fit', async () => {
    await page.goto('/checkout?page=cart')
    await checkout.introduce({ name: asha.name, phone: asha.phone })
    await code.fill('nothing')
    await main.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(main.getByText('This code is unknown. Please check how it is spelled.')).toBeVisible()
    await code.fill('fairday')
    await page.keyboard.press('Enter')
    await expect(main.getByText(/This coupon begins on/)).toBeVisible()
    await main.getByRole('button', { name: 'Remove the coupon FAIRDAY' }).click()
  })

  await test.step('applies the code, which outlives a reload', async () => {
    await code.fill('town10')
    await page.keyboard.press('Enter')
    await expect(remove).toBeVisible()
    const items = (await checkout.amount('Subtotal')) - (await discount(checkout))
    expect(await checkout.amount('Coupon')).toBe(tenth(items))
    await reload(page)
    await expect(checkout.row('Coupon')).toBeVisible()
  })

  await test.step('takes it off and on again without losing the way', async () => {
    const less = await checkout.total()
    await remove.click()
    await expect(checkout.row('Coupon')).toBeHidden()
    expect(await checkout.total()).toBeGreaterThan(less)
    await main.getByRole('button', { name: 'Apply TOWN10' }).click()
    await expect(checkout.row('Coupon')).toBeVisible()
    expect(await checkout.total()).toBe(less)
  })

  await test.step('the order has the same row', async () => {
    const off = await checkout.amount('Coupon')
    await checkout.place.click()
    await page.waitForURL(/\/order\/\d+/)
    expect(new OrderPage(page).id()).toBeGreaterThan(0)
    const rows = main.locator('dl > div').filter({ has: page.getByRole('term').getByText('Coupon', { exact: true }) })
    await expect(rows.filter({ hasText: (off / 100).toFixed(2) })).toBeVisible()
    await expect(rows.filter({ hasText: 'TOWN10' })).toBeVisible()
  })
})

/** What the discounts of items and store take off, in cents. */
async function discount(checkout: Checkout) {
  return (await checkout.row('Discount').count()) === 0 ? 0 : await checkout.amount('Discount')
}
