import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { LookupZoneOutputBody } from '@/lib/api/types.gen'
import { reloadWithToast } from '@/lib/page/toast-after-reload'
import { chooseModule } from '@/lib/scope/scope'
import { AccountDialogsProvider } from '@/contracts/account-dialogs'
import { write } from '@/lib/scope/local-storage'
import { testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { LocationPicker } from './location-picker'
import { dunes, library, mockGeolocation, townHandlers } from '@/test/test-town'

// jsdom cannot reload a page.
vi.mock('@/lib/page/toast-after-reload', () => ({ reloadWithToast: vi.fn() }))

beforeEach(() => {
  vi.mocked(reloadWithToast).mockClear()
  server.use(...townHandlers)
})

const signInHint = 'To select from saved addresses, you need to sign in.'
const withLogin = { ...testShop, centralize_login: { ...testShop.centralize_login, manual_login_status: 1 as const } }

async function open(shop = testShop, signIn = () => {}) {
  const app = renderApp(
    <AccountDialogsProvider value={{ signIn, logOut: () => {}, openWishlist: () => {} }}>
      <LocationPicker
        saved={(onPick) => (
          <button type="button" onClick={() => onPick({ location: 'Old Mill', point: library, zoneIds: [4, 2] })}>
            Home
          </button>
        )}
        target={(onClick) => (
          <button type="button" onClick={onClick}>
            Deliver to
          </button>
        )}
      />
    </AccountDialogsProvider>,
    { shop },
  )
  await app.user.click(screen.getByRole('button', { name: 'Deliver to' }))
  await screen.findByRole('dialog', { name: 'Deliver to' })
  return app
}

test('LOC-11 a guest sees the hint to sign in for saved addresses if a login is on', async () => {
  await open(withLogin)
  expect(screen.getByText(signInHint)).toBeVisible()
})

test('LOC-11 the hint has a button that opens sign-in and closes the picker', async () => {
  const signIn = vi.fn<() => void>()
  const { user } = await open(withLogin, signIn)
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(signIn).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('LOC-11 LOC-12 a customer picks a saved address: one tap stores it, closes the picker and reloads', async () => {
  write({ token: 'bearer-token-0123456789' })
  const { user } = await open(withLogin)
  expect(screen.getByText('Select from saved addresses or pick from map')).toBeVisible()
  expect(screen.queryByText(signInHint)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Home' }))
  expect(reloadWithToast).toHaveBeenCalledExactlyOnceWith('place')
  expect({ ...localStorage }).toMatchObject({
    location: 'Old Mill',
    currentLatLng: JSON.stringify(library),
    zoneid: '4',
    zone_ids: '[4,2]',
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('LOC-11 TRAP_D24 without a login there is no hint to sign in', async () => {
  await open()
  expect(screen.queryByText(signInHint)).toBeNull()
  expect(screen.getByRole('button', { name: 'Use Current Location' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Pick from map' })).toBeVisible()
})

test('LOC-11 Escape closes the picker', async () => {
  const { user } = await open()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('LOC-12 one tap stores the place, closes the picker and reloads the page with a toast', async () => {
  mockGeolocation(library)
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Use Current Location' }))
  await waitFor(() => expect(reloadWithToast).toHaveBeenCalledExactlyOnceWith('place'))
  expect(localStorage.getItem('location')).toBe('5 Rope Lane, Old Town')
  expect(localStorage.getItem('zone_ids')).toBe('[4,2]')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('LOC-12 a place in one zone removes an older list of zones', async () => {
  localStorage.setItem('zone_ids', '[4,2]')
  mockGeolocation(dunes)
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Use Current Location' }))
  await waitFor(() => expect(reloadWithToast).toHaveBeenCalledOnce())
  expect(localStorage.getItem('zoneid')).toBe('4')
  expect(localStorage.getItem('zone_ids')).toBeNull()
})

test('LOC-12 in rental the toast is about the pickup', async () => {
  chooseModule({ id: 15, module_type: 'rental', module_name: 'Rental' })
  mockGeolocation(library)
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Use Current Location' }))
  await waitFor(() => expect(reloadWithToast).toHaveBeenCalledExactlyOnceWith('pickup'))
})

test('LOC-12 an error keeps the picker open and is shown', async () => {
  mockGeolocation({ code: 1 })
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Use Current Location' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Your browser does not share your location.')
  expect(reloadWithToast).not.toHaveBeenCalled()
})

test('LOC-12 a picker that was closed while loading changes nothing and does not reload the page', async () => {
  mockGeolocation(library)
  let answer = () => {}
  const asked = new Promise<void>((begin) => {
    server.use(
      http.get('*/zones/lookup', async () => {
        begin()
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        return HttpResponse.json<LookupZoneOutputBody>({ zone_id: 4, zone_ids: [4], zones: [] })
      }),
    )
  })
  const { user, queryClient } = await open()
  await user.click(screen.getByRole('button', { name: 'Use Current Location' }))
  await asked
  await user.click(screen.getByRole('button', { name: 'Deliver to', hidden: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answer()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(reloadWithToast).not.toHaveBeenCalled()
  expect(localStorage.getItem('location')).toBeNull()
})
