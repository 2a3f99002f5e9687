import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { AccountDialogsProvider } from '@/contracts/account-dialogs'
import { tokenFromHash } from '@/lib/account/known-purchases'
import type { OrderView } from '@/lib/api/types.gen'
import { readJson, write } from '@/lib/scope/local-storage'
import { testShop } from '@/test/fixtures'
import { liveOrder, openOrder, orderToken, serveOrder } from '@/test/order-world'
import { testParcel } from '@/test/parcel-fixtures'
import { renderApp } from '@/test/render-app'
import { testOrder } from '@/test/trade-fixtures'
import { Order } from './order'
import { rememberLink } from './order-tokens'

// Maps need WebGL.
vi.mock('@/components/map/map-view', () => ({ MapView: () => null }))

beforeEach(() => write({ guest_id: 'guest-secret-0123456789' }))

const shown = (order: OrderView, shop = testShop) => {
  serveOrder(order)
  liveOrder()
  const signIn = vi.fn()
  const app = renderApp(
    <AccountDialogsProvider value={{ signIn, logOut: () => {}, openWishlist: () => {} }}>
      <Order id={17} token={orderToken} />
    </AccountDialogsProvider>,
    { shop },
  )
  return { ...app, signIn }
}
const manual = { ...testShop, centralize_login: { ...testShop.centralize_login, manual_login_status: 1 as const } }

test('ORD-01 a guest’s order can be added to an account by choosing a password, with the order’s contact', async () => {
  const { user, signIn } = shown(testOrder, manual)
  await user.click(await screen.findByRole('button', { name: 'Choose a password' }))
  const { contact_person_name: name, contact_person_number: phone } = testOrder.address ?? {}
  expect(signIn).toHaveBeenCalledExactlyOnceWith('sign-up', '/order/17', {
    kind: 'order',
    id: 17,
    token: orderToken,
    name,
    email: testOrder.address?.contact_person_email ?? '',
    phone,
  })
})

test('ORD-01 a guest’s order has no such button if the shop has no passwords', async () => {
  shown(testOrder, { ...manual, centralize_login: { ...manual.centralize_login, manual_login_status: 0 } })
  await screen.findByRole('heading', { name: 'Your order' })
  expect(screen.queryByRole('button', { name: 'Choose a password' })).toBeNull()
})

const link = `http://localhost:3000/order/17#token=${orderToken}`

test('ORD-01 a guest’s order has a link to copy, and a link does not replace a stored token', async () => {
  const { user } = shown(testOrder)
  await user.click(await screen.findByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe(link)
  expect(tokenFromHash(new URL(link).hash.slice(1))).toBe(orderToken)
  expect(tokenFromHash('content')).toBeNull()
  rememberLink(17, orderToken)
  rememberLink(17, 'another-token-0123456789')
  expect(readJson('guest_orders')).toMatchObject([{ id: 17, token: orderToken }])
})

test('ORD-01 a guest’s order shows the link if the browser has no clipboard', async () => {
  const { user } = shown(testOrder)
  const copy = await screen.findByRole('button', { name: 'Copy' })
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  await user.click(copy)
  const field = await screen.findByLabelText('Link')
  expect(field).toHaveValue(link)
  expect(field).toHaveFocus()
})

test('ORD-01 a guest’s order can be shared if the device supports it', async () => {
  const share = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { share }))
  const { user } = shown(testOrder)
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: expect.stringMatching(/^Order 17/) as string, url: link })
  vi.unstubAllGlobals()
})

test('PERM-01 a guest can sign in if any login is on', async () => {
  const onSignIn = vi.fn()
  const shop = { ...testShop, centralize_login: { ...testShop.centralize_login, otp_login_status: 1 as const } }
  const { user } = renderApp(
    <AccountDialogsProvider value={{ signIn: onSignIn, logOut: () => {}, openWishlist: () => {} }}>
      <Order id={17} token={undefined} />
    </AccountDialogsProvider>,
    { shop },
  )
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(onSignIn).toHaveBeenCalledOnce()
})

test('PCL-01 the sender of a parcel has a link for its receiver, which opens nothing else', async () => {
  liveOrder()
  serveOrder(testParcel)
  const { user } = openOrder()
  const box = within(await screen.findByRole('region', { name: 'Let the receiver follow it' }))
  await user.click(box.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Link copied.')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/order/17?follow=1#token=follow-17')
  expect(screen.getByRole('region', { name: 'Your parcel' })).toHaveTextContent('Bring to2 Hill StreetBen Okri')
})
