import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { ConfigView, CustomerView } from '@/lib/api/types.gen'
import { AccountDialogsProvider } from '@/contracts/account-dialogs'
import { write } from '@/lib/scope/local-storage'
import { testCustomer, testToken } from '@/test/account-fixtures'
import { testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { AccountHub } from './account-hub'

const shop: ConfigView = { ...testShop, centralize_login: { ...testShop.centralize_login, manual_login_status: 1 } }

function open(which: ConfigView, { wishlist = false } = {}) {
  const [signIn, onWishlist, onLogout] = [vi.fn(), vi.fn<() => void>(), vi.fn<() => void>()]
  const view = renderApp(
    <AccountDialogsProvider value={{ signIn, logOut: () => {}, openWishlist: () => {} }}>
      <AccountHub
        language={<button type="button">English</button>}
        theme={<button type="button">Dark</button>}
        onWishlist={wishlist ? onWishlist : undefined}
        onLogout={onLogout}
      />
    </AccountDialogsProvider>,
    { path: '/account', shop: which },
  )
  return { ...view, signIn, onWishlist, onLogout }
}

const links = () =>
  within(screen.getByRole('navigation', { name: 'My account' }))
    .getAllByRole('listitem')
    .map((way) => [way.textContent, way.querySelector('a')?.getAttribute('href')])

test('HDR-03 HDR-04 the account page has all links of a customer, and Logout', async () => {
  write({ token: testToken })
  server.use(http.get('*/customer/info', () => HttpResponse.json<CustomerView>(testCustomer)))
  const { user, onWishlist, onLogout } = open(shop, { wishlist: true })
  expect(screen.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible()
  expect(await screen.findByText(`${testCustomer.f_name} ${testCustomer.l_name}`.trim())).toBeVisible()
  expect(screen.getByRole('link', { name: /Profile settings/ })).toHaveAttribute(
    'href',
    '/profile?page=profile-settings',
  )
  expect(links()).toEqual([
    ['My orders', '/my-orders'],
    ['Messages', '/profile?page=inbox'],
    ['Saved addresses', '/profile?page=addresses'],
    ['Wallet', '/wallet'],
    ['Wishlist', undefined],
    ['Coupons', '/coupons'],
    ['Loyalty points', '/loyalty-points'],
    ['Track order', '/track-order'],
    ['Help', '/help-and-support'],
  ])
  const settings = within(screen.getByRole('region', { name: 'Settings' }))
  expect(settings.getAllByRole('button').map((button) => button.textContent)).toEqual(['English', 'Dark'])
  expect(settings.getByRole('link', { name: 'All settings' })).toHaveAttribute('href', '/settings')
  expect(screen.queryByRole('button', { name: /^Sign/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Wishlist' }))
  expect(onWishlist).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  expect(onLogout).toHaveBeenCalledOnce()
})

test('PERM-01 a guest can sign in, sign up and track an order', async () => {
  const { user, signIn } = open(shop)
  expect(screen.getByRole('heading', { level: 2, name: 'You are not logged in' })).toBeVisible()
  expect(links()).toEqual([
    ['Coupons', '/coupons'],
    ['Track order', '/track-order'],
    ['Help', '/help-and-support'],
  ])
  expect(screen.getByRole('link', { name: 'All settings' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  await user.click(screen.getByRole('button', { name: 'Sign Up' }))
  expect(signIn.mock.calls).toEqual([['sign-in'], ['sign-up']])
})

test('D24 without a sign-in method the page says so and has no sign-in buttons', () => {
  open(testShop)
  expect(screen.getByText(/There are no accounts here/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Sign/ })).toBeNull()
  expect(links()).toHaveLength(3)
})

test('if the customer’s details do not load, the page shows an error and the rest still works', async () => {
  write({ token: testToken })
  server.use(http.get('*/customer/info', () => HttpResponse.json({ errors: [], message: '' }, { status: 500 })))
  open(shop)
  expect(await screen.findByText('Your name and contacts could not be loaded.', {}, { timeout: 4000 })).toBeVisible()
  expect(links()[0]).toEqual(['My orders', '/my-orders'])
})

test('HDR-03 without wallets the account page has no link to one', async () => {
  write({ token: testToken })
  server.use(http.get('*/customer/info', () => HttpResponse.json<CustomerView>(testCustomer)))
  open({ ...shop, customer_wallet_status: 0 })
  await screen.findByRole('link', { name: /Profile settings/ })
  expect(links()).toContainEqual(['My orders', '/my-orders'])
  expect(links()).not.toContainEqual(['Wallet', '/wallet'])
})
