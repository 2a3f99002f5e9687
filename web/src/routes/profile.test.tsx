import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { AddressesOutputBody, CustomerView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { testCustomer, testHome, testToken } from '@/test/account-fixtures'
import { testShop } from '@/test/fixtures'
import { renderPage } from '@/test/render-page'
import { server } from '@/test/server'

vi.setConfig({ testTimeout: 20_000 })

const shop = { ...testShop, centralize_login: { ...testShop.centralize_login, manual_login_status: 1 as const } }
const slowly = { timeout: 8000 }

function signedIn() {
  write({ token: testToken })
  server.use(
    http.get('*/customer/info', () => HttpResponse.json<CustomerView>(testCustomer)),
    http.get('*/customer/addresses', () =>
      HttpResponse.json<AddressesOutputBody>({ addresses: [testHome], limit: 100, offset: 1, total_size: 1 }),
    ),
    http.get('*/wishlist', () => HttpResponse.json({ item: [], store: [] })),
  )
}

test.each(['/profile', '/profile?page=addresses', '/interest'])(
  'PERM-01 a guest is asked to sign in at %s, and no customer data is fetched',
  async (path) => {
    const { calls, user } = renderPage(path, { shop })
    expect(await screen.findByRole('heading', { level: 1, name: 'You are not logged in' }, slowly)).toBeVisible()
    expect(calls.filter((call) => call.startsWith('/customer'))).toEqual([])
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Sign In' }))
    expect(await screen.findByRole('dialog', {}, slowly)).toBeVisible()
  },
)

test('PROF-01 the search parameter selects the page, and the account links open the others', async () => {
  signedIn()
  const { user, history } = renderPage('/profile?page=profile-settings', { shop })
  expect(await screen.findByRole('heading', { level: 1, name: 'Edit Personal Details' }, slowly)).toBeVisible()
  const ways = within(screen.getByRole('navigation', { name: 'My account' }))
  expect(ways.getAllByRole('link').map((way) => way.getAttribute('href'))).toEqual([
    '/profile?page=profile-settings',
    '/profile?page=addresses',
    '/profile?page=inbox',
    '/my-orders',
    '/wallet',
    '/coupons',
    '/loyalty-points',
    '/settings',
  ])
  expect(ways.getByRole('link', { name: 'Profile settings' })).toHaveAttribute('aria-current', 'page')
  await user.click(ways.getByRole('link', { name: 'Addresses' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Saved Addresses' }, slowly)).toBeVisible()
  expect(await screen.findByText('12 Saffron Circus')).toBeVisible()
  expect(ways.getByRole('link', { name: 'Addresses' })).toHaveAttribute('aria-current', 'page')
  expect(history.location.search).toBe('?page=addresses')
})

test.each(['wallet', 'my-orders', 'coupons', 'loyalty-points', 'settings', 'track-order'])(
  'PROF-01 the search parameter may name %s, which has a route of its own',
  async (page) => {
    const { history } = renderPage(`/profile?page=${page}`, { shop })
    await waitFor(() => expect(history.location.href).toBe(`/${page}`), slowly)
  },
)

test('PROF-06 for guests the settings are language and theme', async () => {
  renderPage('/settings', { shop })
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' }, slowly)).toBeVisible()
  expect(screen.getByRole('region', { name: 'Language' })).toBeVisible()
  expect(screen.getByRole('region', { name: 'Theme' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
  expect(screen.queryByRole('navigation', { name: 'My account' })).toBeNull()
})
