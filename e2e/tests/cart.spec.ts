import type { Locator } from '@playwright/test'
import { expect, testInOneTab as test, type Page } from '../fixtures.ts'
import { Guest } from '../guest.ts'
import { Cart } from '../pages/cart.ts'
import { StorePage } from '../pages/store-page.ts'

/** No toast lies over any of them. */
async function coversNone(page: Page, things: Locator[]) {
  const toasts = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Close' }) })
  await expect(toasts).not.toHaveCount(0)
  await expect
    .poll(async () => {
      const [over, under] = await Promise.all([boxes(toasts), Promise.all(things.map(boxes))])
      return over.flatMap((toast) => under.flat().filter((thing) => overlap(toast, thing)))
    })
    .toEqual([])
}

const boxes = (things: Locator) =>
  things.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect))

const overlap = (a: DOMRect, b: DOMRect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

test('CART-03 CART-04 CART-07 TRAP_L4 a cart is filled, counted, emptied and filled again', async ({ page, api, visit }) => {
  await visit()
  const { free_delivery_over: over } = await api.config()
  // A dear one: few of them are worth a free delivery.
  const { item, store } = await api.simple(
    ({ sale_price }, { free_delivery }) => !free_delivery && sale_price < over && sale_price * 4 >= over,
  )
  const shop = new StorePage(page)
  const cart = new Cart(page)
  const cents = Math.round(item.sale_price * 100)
  await shop.open(store)

  await test.step('a double click adds one', async () => {
    await shop.plus(item).dblclick()
    await expect(page.getByText('Item added to cart')).toBeVisible()
    await expect(cart.button).toHaveAccessibleName('Cart, 1 item')
    await coversNone(page, [cart.button, page.getByRole('heading', { level: 1 })])
  })

  await cart.open()
  const line = cart.line(item.name)
  await test.step('the way to free delivery is told', async () => {
    expect(await cart.subtotal()).toBe(cents)
    const percent = Math.floor((cents * 100) / Math.round(over * 100))
    await expect(cart.freeDelivery).toHaveAttribute('aria-valuenow', String(percent))
    await expect(cart.drawer.getByText('away from free delivery')).toContainText(((over * 100 - cents) / 100).toFixed(2))
    const needed = Math.ceil((over * 100) / cents)
    for (let count = 1; count < needed; count++) await line.quantity.more.click()
    await expect(line.quantity.figure).toHaveText(String(needed).padStart(2, '0'))
    await expect(cart.drawer.getByText('You have reduced delivery charge')).toBeVisible()
    await expect(cart.freeDelivery).toHaveAttribute('aria-valuenow', '100')
    await expect.poll(() => line.total()).toBe(needed * cents)
    for (let count = needed; count > 1; count--) await line.quantity.less.click()
  })

  await test.step('at one, minus is a bin', async () => {
    await expect.poll(() => line.total()).toBe(cents)
    await line.quantity.remove.click()
    await expect(page.getByText('Cart item remove successfully')).toBeVisible()
    await coversNone(page, [cart.drawer.getByRole('heading').first(), cart.drawer.getByRole('button', { name: 'Close' })])
    await expect(cart.drawer.getByText('Your cart is empty')).toBeVisible()
    await expect(
      cart.drawer.getByText('No items added in your cart. Please add product to your cart list.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(line.root).toBeVisible()
    await line.quantity.remove.click()
    await cart.drawer.getByRole('button', { name: 'Browse shops' }).click()
    await expect(page).toHaveURL('/home')
    await expect(cart.drawer).toBeHidden()
  })
})

test('CART-05 another store’s item asks before the cart is cleared', async ({ page, api, visit, log }) => {
  log.expect(/409/)
  const kept = await api.simple()
  const guest = await Guest.create(api)
  await guest.add(kept.item)
  await visit({ stored: guest.stored() })
  const { item, store } = await api.simple((_, { id }) => id !== kept.store.id)
  const shop = new StorePage(page)
  const cart = new Cart(page)
  const question = page.getByRole('dialog').filter({
    hasText:
      'You have item from another store in cart. If you continue, your all previous item from cart will be removed and this one will be added.',
  })
  await shop.open(store)
  await shop.add(item)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(cart.button).toHaveAccessibleName('Cart, 1 item')

  await shop.add(item)
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(
    page.getByText('Your cart has been cleared successfully. And selected item added to the cart.'),
  ).toBeVisible()
  await cart.open()
  await expect(cart.line(item.name).root).toBeVisible()
  await expect(cart.line(kept.item.name).root).toHaveCount(0)
})

test('CART-03 CART-04 ITEM-08 TRAP_C1 the cart is kept after a reload, its quantity stays within the limit, and a deleted guest gets a new one', async ({
  page,
  api,
  visit,
  log,
}) => {
  const { item } = await api.find(
    'something limited',
    ({ maximum_cart_quantity: limit, food_variations, variations, add_ons }) =>
      !!limit && limit < 12 && food_variations.length + variations.length + add_ons.length === 0,
  )
  const limit = item.maximum_cart_quantity!
  const guest = await Guest.create(api)
  await guest.add(item, limit)
  await visit({ stored: guest.stored() })
  const cart = new Cart(page)
  const { root, quantity } = cart.line(item.name)
  await page.goto('/about-us')
  await expect(cart.button).toHaveAccessibleName(new RegExp(`^Cart, ${limit} items?$`))
  await page.reload()
  await cart.open()
  await expect(root).toBeVisible()

  await test.step('one more is refused', async () => {
    await quantity.more.click()
    await expect(page.getByText('Out of Limits')).toBeVisible()
    await expect(quantity.figure).toHaveText(String(limit).padStart(2, '0'))
    // The complaint stays until it is closed, and is not in the way.
    await expect(cart.checkout).toBeEnabled()
    await cart.checkout.click({ trial: true })
    await cart.close()
    await expect(cart.drawer).toBeHidden()
  })

  await test.step('the guest was deleted', async () => {
    log.expect(/404/)
    await page.evaluate(() => localStorage.setItem('guest_id', 'nobody-whom-the-town-knows-0123456789'))
    await page.reload()
    await cart.open()
    await expect(cart.drawer.getByText('Your cart is empty')).toBeVisible()
  })
})

test('the bar to the cart hides neither the last dish nor what has the focus, and toasts hide no heading @phone', async ({ page, api, visit }) => {
  const { item, store } = await api.simple()
  await visit()
  const shop = new StorePage(page)
  const cart = new Cart(page)
  await shop.open(store)
  await shop.add(item)
  await expect(cart.button).toHaveAccessibleName('Cart, 1 item')
  await coversNone(page, [cart.button, page.getByRole('heading', { level: 1 })])
  const bar = page.getByRole('button', { name: /^View cart/ })
  await expect(bar).toBeVisible()
  const top = async () => (await bar.boundingBox())!.y
  const tabs = (await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox())!
  expect((await bar.boundingBox())!.y + (await bar.boundingBox())!.height).toBeLessThanOrEqual(tabs.y)
  const buttons = page.getByRole('main').getByRole('article').getByRole('button', { name: /to cart$/ })
  for (const nth of [4, 5, 6, 7]) {
    await buttons.nth(nth).focus()
    const box = (await buttons.nth(nth).boundingBox())!
    expect(box.y + box.height).toBeLessThanOrEqual(await top())
  }
  const last = page.getByRole('main').getByRole('article').last()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect.poll(async () => (await last.boundingBox())!.y + (await last.boundingBox())!.height).toBeLessThanOrEqual(await top())
  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await expect(bar).toBeHidden()

  await cart.open()
  await cart.line(item.name).quantity.remove.click()
  await expect(page.getByText('Cart item remove successfully')).toBeVisible()
  await coversNone(page, [cart.drawer.getByRole('heading').first(), cart.drawer.getByRole('button', { name: 'Close' })])
})
