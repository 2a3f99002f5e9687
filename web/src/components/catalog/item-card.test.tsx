import { hrefFromText } from '@/lib/page/href'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { testCartActions } from '@/test/cart-actions'
import { testItem, testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { testLine } from '@/test/trade-fixtures'
import { ItemCard } from './item-card'
import { Toasts } from '@/components/overlay/toasts'

test('the name is the link, and the button beside it adds the item', async () => {
  const onAdd = vi.fn()
  const { user, history } = renderApp(
    <ItemCard item={testItem} href={hrefFromText('/store/smash?item=7')} onAdd={onAdd} />,
  )
  await user.click(screen.getByRole('button', { name: 'Add Double smash burger to cart' }))
  expect(onAdd).toHaveBeenCalledTimes(1)
  expect(history.location.href).toBe('/')
  await user.click(screen.getByRole('link', { name: 'Double smash burger' }))
  expect(history.location.href).toBe('/store/smash?item=7')
})

test('a stepper replaces the button when the item is in the cart', async () => {
  const { cartActions, within } = testCartActions()
  const { user } = renderApp(within(<ItemCard item={testItem} href="/home" onAdd={() => {}} line={testLine} />))
  await user.click(screen.getByRole('button', { name: 'One more Double smash burger' }))
  expect(cartActions.setQuantity).toHaveBeenCalledWith(testLine, 3)
})

test('ITEM-08 the stepper stops at the maximum of the item and says so', async () => {
  const item = { ...testItem, stock: 5, maximum_cart_quantity: 2 }
  const { cartActions, within } = testCartActions()
  const { user } = renderApp(
    within(
      <>
        <ItemCard item={item} href="/home" onAdd={() => {}} line={{ ...testLine, item }} />
        <Toasts />
      </>,
    ),
  )
  await user.click(screen.getByRole('button', { name: 'One more Double smash burger' }))
  expect(await screen.findByText('Out of Limits')).toBeVisible()
  expect(cartActions.setQuantity).not.toHaveBeenCalled()
})

test('ITEM-07 an item without stock says so and cannot be added', () => {
  renderApp(<ItemCard item={{ ...testItem, stock: 0 }} href="/home" onAdd={() => {}} />)
  expect(screen.getByText('Out of Stock')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('TRAP_H7 an item of a closed store says so, but not on the page of that store, and can be added', () => {
  const item = { ...testItem, store_open: false }
  const { rerender } = renderApp(<ItemCard item={item} href="/home" onAdd={() => {}} />)
  expect(screen.getByText('Closed now')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Add/ })).toBeVisible()
  rerender(<ItemCard item={item} href="/home" hideStore />)
  expect(screen.queryByText('Closed now')).toBeNull()
  rerender(<ItemCard item={testItem} href="/home" />)
  expect(screen.queryByText('Closed now')).toBeNull()
})

test('ITEM-09 an item outside its hours says when it is available', () => {
  const item = { ...testItem, available_now: false, available_time_starts: '07:00', available_time_ends: '11:00' }
  const { container } = renderApp(<ItemCard item={item} href="/home" />)
  expect(container).toHaveTextContent('Available will be 07:00 - 11:00')
})

test('D25 the rating has one decimal, and a sentence for screen readers', () => {
  renderApp(<ItemCard item={testItem} href="/home" />)
  expect(screen.getByRole('img', { name: 'Rated 4.6 out of 5, 1,204 reviews' })).toHaveTextContent('4.6(1.2K)')
})

test('BRW-06 dishes have a veg mark only if the shop enables it', () => {
  const { unmount } = renderApp(<ItemCard item={testItem} href="/home" />)
  expect(screen.getByRole('img', { name: 'Not vegetarian' })).toBeVisible()
  unmount()
  renderApp(<ItemCard item={testItem} href="/home" />, { shop: { ...testShop, toggle_veg_non_veg: 0 } })
  expect(screen.queryByRole('img', { name: 'Not vegetarian' })).toBeNull()
})

test('PRC-02 only a discount has a badge, in percent or in money', () => {
  const { rerender } = renderApp(<ItemCard item={testItem} href="/home" />)
  expect(screen.getByText('20% off')).toBeVisible()
  rerender(<ItemCard item={{ ...testItem, badge_discount: 2.4, badge_discount_type: 'amount' }} href="/home" />)
  expect(screen.getByText('$2.40 off')).toBeVisible()
  rerender(<ItemCard item={{ ...testItem, sale_price: 12, badge_discount: 0 }} href="/home" />)
  expect(screen.queryByText(/off$/)).toBeNull()
})
