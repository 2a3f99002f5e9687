import type { ItemView } from '../../web/src/lib/api/types.gen.ts'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { Cart } from '../pages/cart.ts'
import { ItemDialog } from '../pages/item-dialog.ts'
import { StorePage } from '../pages/store-page.ts'

test.use({ maps: false })

const required = ({ food_variations }: ItemView) => food_variations.filter((group) => group.required === 'on')
/** The options whose names joined are the variation's, dashes and spaces aside (ITEM-06). */
function optionsOf({ choice_options }: ItemView, type: string) {
  const bare = (text: string) => text.replaceAll(/[-\s]/g, '')
  let rest = bare(type)
  return choice_options.map(({ title, options }) => {
    const option = options.find((each) => rest.startsWith(bare(each)))!
    rest = rest.slice(bare(option).length)
    return { title, option }
  })
}

const cents = (major: number) => Math.round(major * 100)

test('ITEM-02 ITEM-03 ITEM-04 ITEM-05 ITEM-10 TRAP_M10 TRAP_S7 choosing changes the price, and missing choices are asked for', async ({
  page,
  api,
  visit,
}) => {
  await visit()
  const { item, store } = await api.find(
    'an undiscounted dish with a priced choice, a multiple choice and extras',
    ({ add_ons, food_variations, sale_price, price, stock, maximum_cart_quantity }, { discount }) =>
      add_ons.length > 0 &&
      sale_price === price &&
      !discount &&
      stock === null &&
      !maximum_cart_quantity &&
      food_variations.some(({ type, required: on, values }) => type === 'single' && on === 'on' && new Set(values.map((value) => value.optionPrice)).size > 1) &&
      food_variations.some(({ type, max, values }) => type === 'multi' && max > 0 && max < values.length),
  )
  const single = required(item).find(({ type, values }) => type === 'single' && new Set(values.map((value) => value.optionPrice)).size > 1)!
  const multi = item.food_variations.find(({ type, max, values }) => type === 'multi' && max > 0 && max < values.length)!
  const shop = new StorePage(page)
  const cart = new Cart(page)
  await shop.open(store)

  await test.step('the card’s plus cannot skip the choice', async () => {
    await shop.add(item)
    await expect(shop.dialog.addButton).toBeVisible()
    await expect(cart.button).toHaveAccessibleName('Cart, empty')
  })
  const dialog = shop.dialog
  await test.step('nothing chosen is said', async () => {
    await dialog.addButton.click()
    const first = required(item)[0]!
    await expect(dialog.problems).toHaveText(`Variation ${first.name} can not remain without selection.`)
    await expect(dialog.group(first.name).getByRole(first.type === 'single' ? 'radio' : 'checkbox').first()).toBeFocused()
  })

  await test.step('one of a group replaces the other, and a second click takes it back', async () => {
    const [first, second] = [...single.values].sort((a, b) => a.optionPrice - b.optionPrice).filter((value, index, all) => index === 0 || index === all.length - 1) as [typeof single.values[number], typeof single.values[number]]
    const { more } = dialog.quantity(item)
    await more.click()
    await dialog.choose(single.name, first.label)
    await expect.poll(() => dialog.total()).toBe(2 * cents(item.price + first.optionPrice))
    await dialog.choose(single.name, second.label)
    await expect.poll(() => dialog.total()).toBe(2 * cents(item.price + second.optionPrice))
    await dialog.choose(single.name, second.label)
    await expect.poll(() => dialog.total()).toBe(2 * cents(item.price))
  })

  await test.step('a full group takes no more', async () => {
    for (const { label } of multi.values.slice(0, multi.max)) await dialog.choose(multi.name, label)
    await expect(dialog.row(multi.name, multi.values[multi.max]!.label).getByRole('checkbox')).toBeDisabled()
  })

  await test.step('an extra counts, and unticked is gone', async () => {
    const before = await dialog.total()
    const extra = item.add_ons[0]!
    await dialog.addExtra(extra)
    await expect.poll(() => dialog.total()).toBeGreaterThan(before)
    await dialog.group('Add-ons').getByRole('button', { name: `One more ${extra.name}` }).click()
    await dialog.addExtra(extra)
    await expect.poll(() => dialog.total()).toBe(before)
  })

  const total = await test.step('what the button says is what the cart says', async () => {
    await dialog.chooseWhatMust(item)
    const total = await dialog.total()
    await dialog.addButton.click()
    await expect(dialog.root).toBeHidden()
    await cart.open()
    expect(await cart.line(item.name).total()).toBe(total)
    await cart.close()
    await expect(cart.drawer).toBeHidden()
    return total
  })

  await test.step('what is in the cart is updated, and only when something changed', async () => {
    await shop.openItem(item)
    expect(await dialog.total(dialog.updateButton)).toBe(total)
    await dialog.updateButton.click()
    await expect(page.getByText('No changes found to update.')).toBeVisible()
    await dialog.quantity(item).more.click()
    await dialog.updateButton.click()
    await expect(page.getByText('Item updated successfully')).toBeVisible()
    await cart.open()
    await expect.poll(() => cart.line(item.name).total()).toBe((total / 2) * 3)
  })
})

test('ITEM-01 ITEM-06 ITEM-07 a product’s page: variations, stock and the gallery', async ({ page, api, visit }) => {
  await visit({ module: 'ecommerce' })
  const { item } = await api.find(
    'a product with a variation that is sold out',
    ({ variations }) => variations.some(({ stock }) => stock === 0) && variations.some(({ stock }) => stock !== 0),
    'ecommerce',
  )
  const main = page.getByRole('main')
  const product = new ItemDialog(page, main)
  await page.goto(`/product/${item.slug}?module_id=${item.module_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(item.name)
  await expect(main.getByText('In Stock', { exact: true })).toBeVisible()
  const price = await product.total()
  await expect(product.quantity(item).figure).toHaveText('01')

  const gone = item.variations.find(({ stock }) => stock === 0)!
  for (const { title, option } of optionsOf(item, gone.type)) {
    await product.group(title).locator('label', { hasText: new RegExp(`^${option}`) }).click()
  }
  await expect(main.getByText('This variation is out of stock', { exact: true }).first()).toBeVisible()
  await main.getByRole('button', { name: 'This variation is out of stock' }).click({ force: true })
  await expect(
    page.getByText('This variation is out of stock. Choose another variation to proceed further.'),
  ).toBeVisible()
  expect(price).toBeGreaterThan(0)
})

test('on a phone the bar to buy is one row, and what is read scrolls below a bar of its own @phone', async ({ page, api, visit }) => {
  await visit()
  const { item, store } = await api.dish()
  const shop = new StorePage(page)
  await shop.open(store)
  const dialog = await shop.openItem(item)
  const bar = dialog.root.locator('[aria-hidden] > span').getByText(item.name, { exact: true })
  await expect(dialog.addButton).toBeVisible()
  await expect(bar).toBeHidden()
  await dialog.root.getByText(item.allergies_name[0] ?? item.add_ons.at(-1)!.name, { exact: true }).scrollIntoViewIfNeeded()
  await page.mouse.move(200, 500)
  await page.mouse.wheel(0, 900)
  await expect(bar).toBeVisible()

  await dialog.addButton.locator('span span').last().evaluate((words) => (words.textContent = '$1,234.56'))
  await dialog.addButton.locator('[aria-live]').first().evaluate((words) => (words.textContent = 'This variation is out of stock'))
  const button = dialog.root.getByRole('button', { name: /This variation/ })
  const stepper = dialog.quantity(item).more
  const [right, left] = [await button.boundingBox(), await stepper.boundingBox()]
  expect(Math.abs(right!.y + right!.height / 2 - left!.y - left!.height / 2), 'they stand side by side').toBeLessThan(3)
  expect(await button.evaluate((one) => one.scrollWidth - one.clientWidth), 'nothing is cut off').toBeLessThanOrEqual(0)
})

test('D17 BRW-04 the address of a dish leads to its store, with the dish open @phone', async ({ page, api, visit }) => {
  await visit()
  const { item, store } = await api.dish()
  await page.goto(`/product/${item.slug}?module_id=${item.module_id}`)
  await expect(page).toHaveURL(new RegExp(`/store/${store.slug}\\?`))
  const shop = new StorePage(page)
  await expect(shop.dialog.addButton).toBeVisible()
  // On the store's own page its name is no link.
  await expect(shop.dialog.root.getByRole('link', { name: store.name })).toHaveCount(0)
})
