import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import { lineWithoutChoices } from '@/contracts/cart-actions'
import { storeBuyNow } from '@/contracts/buy-now'
import { clearForNewPerson, endSession, startSession } from '@/lib/account/session'
import { currentScope } from '@/lib/scope/scope'
import { read, write } from '@/lib/scope/local-storage'
import { writeTabValue } from '@/lib/scope/tab-storage'
import { testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { rentalModule } from '@/test/rental-fixtures'
import { server } from '@/test/server'
import { AccountButton } from './account-button'
import { storeCartConflict } from './cart-conflict'
import CartConflictDialog from './cart-conflict-dialog'
import LogoutDialog from './logout-dialog'

const token = 'token-0123456789abcdef'

test.each([200, 500])(
  'HDR-04 C2 signing out asks for confirmation, waits half a second and removes all personal data (status %i)',
  async (status) => {
    const asked: unknown[] = []
    server.use(
      http.post('*/auth/logout', ({ request }) => {
        asked.push([request.headers.get('Authorization'), currentScope().signedIn])
        return HttpResponse.json({ message: '', errors: [] }, { status })
      }),
      http.post('*/auth/guest', () => HttpResponse.json({ guest_id: 'guest-secret-000000002' })),
    )
    startSession(token, 1)
    write({
      contact: '{"contact_person_name":"Asha"}',
      location: 'Asha’s home',
      currentLatLng: '{"lat":1,"lng":2}',
      zoneid: '4',
      last_destinations: '[{"location":"Asha’s work","point":{"lat":1,"lng":2}}]',
      guest_orders: '[{"id":17,"token":"token-of-Asha-0001"}]',
    })
    const stop = clearForNewPerson()
    writeTabValue('checkout', { about: 'cart:3', order_note: 'Asha’s door' })
    writeTabValue('placing', { key: '1', body: { address: { contact_person_name: 'Asha' } }, at: Date.now() })
    storeBuyNow(lineWithoutChoices({ id: 3, sale_price: 1 }))
    const onDone = vi.fn<() => void>()
    const { user, queryClient } = renderApp(
      <>
        <LogoutDialog opened onClose={() => {}} onDone={onDone} />
        <Toasts />
      </>,
    )
    expect(screen.getByRole('dialog', { name: 'Are you sure you want to logout?' })).toBeVisible()
    const began = performance.now()
    await user.click(screen.getByRole('button', { name: 'Logout' }))
    expect(await screen.findByText('Logout successful.')).toBeVisible()
    expect(performance.now() - began).toBeGreaterThanOrEqual(495)
    expect(onDone).toHaveBeenCalledOnce()
    // The session ends here first: a call of the page in between would be refused.
    await waitFor(() => expect(asked).toEqual([[`Bearer ${token}`, false]]))
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Asha')
    expect(Object.keys(sessionStorage)).toEqual(['hk-person'])
    expect(currentScope()).toMatchObject({ location: '', point: undefined, zoneIds: [] })
    stop()
    expect(queryClient.getQueryCache().getAll()).toEqual([])
    await waitFor(() => expect(currentScope().guestId).toBe('guest-secret-000000002'))
  },
)

const customer = { f_name: 'Asha', l_name: 'Rao', image_full_url: '', addresses: [], interest: [], module_ids: [] }

test('HDR-01 HDR-03 the account button shows the first name, and its menu all links', async () => {
  server.use(http.get('*/customer/info', () => HttpResponse.json(customer)))
  startSession(token, 1)
  const onLogout = vi.fn<() => void>()
  const { user } = renderApp(<AccountButton onLogout={onLogout} />)
  const button = await screen.findByRole('button', { name: 'Account of Asha' })
  expect(button).toHaveTextContent('Asha')
  await user.click(button)
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
    ['Profile settings', '/profile?page=profile-settings'],
    ['Messages', '/profile?page=inbox'],
    ['My orders', '/my-orders'],
    ['Wallet', '/wallet'],
    ['Coupons', '/coupons'],
    ['Loyalty points', '/loyalty-points'],
    ['Settings', '/settings'],
    ['Track order', '/track-order'],
    ['Logout', null],
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Logout' }))
  expect(onLogout).toHaveBeenCalledOnce()
})

test('HDR-01 without a first name the account button says Account', async () => {
  const nameless = { f_name: '', l_name: '', image_full_url: '', addresses: [], interest: [], module_ids: [] }
  server.use(http.get('*/customer/info', () => HttpResponse.json(nameless)))
  startSession(token, 1)
  renderApp(<AccountButton onLogout={() => {}} />)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Account' })).toHaveTextContent('Account'))
})

test.each([
  ['The one you have just filled', 'guest'],
  ['The one in your account', 'account'],
] as const)('C1 CART-01 with carts of two stores, %j can be kept', async (label, keep) => {
  const bodies: unknown[] = []
  server.use(
    http.post('*/cart/merge', async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json([])
    }),
  )
  startSession(token, 1)
  const cart = { module_id: 10, guest_store: 'Noon Box', guest_units: 2, account_store: 'Plant Shed', account_units: 1 }
  storeCartConflict('guest-secret-000000001', [cart])
  const { user } = renderApp(<CartConflictDialog />, { shop: testShop })
  expect(screen.getByText('2 items from Noon Box')).toBeVisible()
  expect(screen.getByText('1 item from Plant Shed')).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Which cart do you want to keep?' })).toBeVisible()
  await user.click(screen.getByRole('radio', { name: new RegExp(`^${label}`) }))
  await user.click(screen.getByRole('button', { name: 'Keep this cart' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies).toEqual([{ guest_id: 'guest-secret-000000001', keep }])
  expect(read('cart_conflict')).toBeNull()
})

test('TRAP_C1 TRAP_C2 the question which cart to keep stays for its customer, in other tabs too, until they sign out', () => {
  const cart = { module_id: 10, guest_store: 'Noon Box', guest_units: 2, account_store: 'Plant Shed', account_units: 1 }
  const title = 'Which cart do you want to keep?'
  startSession(token, 1)
  storeCartConflict('guest-secret-000000001', [cart])
  sessionStorage.clear() // a new tab
  const { unmount } = renderApp(<CartConflictDialog />, { shop: testShop })
  expect(screen.getByRole('dialog', { name: title })).toBeVisible()
  unmount()
  write({ token: null })
  startSession(token, 1)
  expect(read('cart_conflict')).not.toBeNull()
  const kept = read('cart_conflict')
  startSession(token, 2)
  expect(read('cart_conflict')).toBeNull()
  write({ cart_conflict: kept })
  renderApp(<CartConflictDialog />, { shop: testShop })
  expect(screen.queryByRole('dialog')).toBeNull()
  endSession()
  expect(read('cart_conflict')).toBeNull()
})

test('C1 RNT-10 two trip carts are asked about in their own words', async () => {
  server.use(http.post('*/cart/merge', () => HttpResponse.json([])))
  startSession(token, 1)
  const cart = { module_id: 15, guest_store: 'Coral Cars', guest_units: 2, account_store: 'Dune', account_units: 1 }
  storeCartConflict('guest-secret-000000001', [cart])
  const { user } = renderApp(<CartConflictDialog />, { shop: { ...testShop, module: [rentalModule] } })
  expect(screen.getByText('2 vehicles from Coral Cars')).toBeVisible()
  expect(screen.getByText(/one of another provider or trip/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Keep this cart' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each<[0 | 1, 0 | 1, 0 | 1, string[]]>([
  [1, 1, 1, ['Loyalty points', 'Referral code']],
  [0, 1, 1, ['Referral code']],
  [1, 1, 0, ['Loyalty points']],
  [0, 0, 1, []],
])(
  'HDR-03 the menu leaves out what is off: points %i, referral %i, wallet %i',
  async (points, referral, wallet, names) => {
    server.use(http.get('*/customer/info', () => HttpResponse.json(customer)))
    startSession(token, 1)
    const shop = {
      ...testShop,
      loyalty_point_status: points,
      ref_earning_status: referral,
      customer_wallet_status: wallet,
    }
    const { user } = renderApp(<AccountButton onLogout={() => {}} />, { shop })
    await user.click(await screen.findByRole('button', { name: 'Account of Asha' }))
    const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
    expect(items.filter((name) => name === 'Loyalty points' || name === 'Referral code')).toEqual(names)
  },
)
