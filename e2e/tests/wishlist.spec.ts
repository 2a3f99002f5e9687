import type { WishlistOutputBody } from '../../web/src/lib/api/types.gen.ts'
import { Customer } from '../customer.ts'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { Cart } from '../pages/cart.ts'
import { StorePage } from '../pages/store-page.ts'
import { Wishlist } from '../pages/wishlist.ts'

test.use({ maps: false })

test('WISH-01 WISH-02 TRAP_D11 a heart asks a guest to sign in, and adds to a customer’s wishlist from every page, until it is removed @phone', async ({
  page,
  api,
  visit,
}) => {
  const customer = await Customer.signUp(api)
  const { item, store } = await api.dish()
  const shop = new StorePage(page)
  const wishlist = new Wishlist(page)
  const kept = () => customer.send<WishlistOutputBody>('GET', '/wishlist')

  await test.step('a guest', async () => {
    await visit()
    await shop.open(store)
    const heart = wishlist.heart(item.name)
    await heart.click()
    await expect(page.getByText('Please login to add to your wishlist')).toBeVisible()
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Wishlist' })).toHaveCount(0)
  })

  await test.step('on the store’s page and on a card', async () => {
    await visit({ stored: customer.stored() })
    await shop.open(store)
    await wishlist.heart(store.name).click()
    await expect(page.getByText('Added to your wishlist.')).toBeVisible()
    await wishlist.heart(item.name).click()
    await expect(wishlist.heart(item.name)).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(async () => (await kept()).item.map(({ id }) => id)).toEqual([item.id])
    expect((await kept()).store.map(({ id }) => id)).toEqual([store.id])
  })

  await test.step('the dialog’s heart knows it', async () => {
    const dialog = await shop.openItem(item)
    await expect(wishlist.heart(item.name, dialog.root)).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Escape')
    await expect(dialog.root).toBeHidden()
  })

  await test.step('the drawer lists it by kind', async () => {
    await wishlist.open()
    await expect(wishlist.row(item.name)).toBeVisible()
    await wishlist.tab('Stores').click()
    await expect(wishlist.row(store.name)).toContainText(store.address)
  })

  await test.step('removing asks first', async () => {
    const asked = wishlist.row(store.name).getByRole('button', { name: /^Remove/ })
    await asked.click()
    await wishlist.question.getByRole('button', { name: 'Cancel' }).click()
    await expect(wishlist.row(store.name)).toBeVisible()
    await wishlist.remove(store.name)
    await expect(page.getByText('Removed from your wishlist.')).toBeVisible()
    await expect(wishlist.drawer.getByText('No favourite stores found')).toBeVisible()
    await wishlist.close()
    await expect(wishlist.heart(store.name)).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('another visit finds the rest', async () => {
    await page.reload()
    await expect(wishlist.heart(item.name)).toHaveAttribute('aria-pressed', 'true')
    expect((await kept()).store).toEqual([])
  })
})

test('WISH-03 CART-05 an item goes from the wishlist into the cart: at once, after choosing, or after a question about another store’s cart', async ({
  page,
  api,
  visit,
  log,
}) => {
  log.expect(/409/)
  const customer = await Customer.signUp(api)
  const { item: dish, store } = await api.dish()
  const { item: plain } = await api.simple((_, { id }) => id === store.id)
  const { item: other } = await api.simple((_, { id }) => id !== store.id)
  for (const item of [dish, plain, other]) await customer.addToWishlist({ item })
  await visit({ stored: customer.stored() })
  const wishlist = new Wishlist(page)
  const cart = new Cart(page)
  await page.goto('/home')

  await test.step('what needs no choosing goes in, and the drawer stays', async () => {
    await wishlist.open()
    await wishlist.add(plain.name)
    await expect(page.getByText('Item added to cart')).toBeVisible()
    await expect(wishlist.drawer).toBeVisible()
  })

  await test.step('another store’s asks to clear', async () => {
    await wishlist.add(other.name)
    const question = page.getByRole('dialog', { name: 'Start a new cart?' })
    await expect(question).toContainText('You have item from another store in cart.')
    await question.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByText('Your cart has been cleared successfully. And selected item added to the cart.')).toBeVisible()
  })

  await test.step('what has choices opens', async () => {
    await wishlist.add(dish.name)
    await expect(wishlist.drawer).toBeHidden()
    await expect(new StorePage(page).dialog.addButton).toBeVisible()
    await page.keyboard.press('Escape')
    await cart.open()
    await expect(cart.line(other.name).root).toBeVisible()
    await expect(cart.lines).toHaveCount(1)
  })
})
