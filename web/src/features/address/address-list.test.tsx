import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { AddressView, CustomerView } from '@/lib/api/types.gen'
import { reloadWithToast } from '@/lib/page/toast-after-reload'
import { chooseModule, choosePlace, currentScope, type Place } from '@/lib/scope/scope'
import { write } from '@/lib/scope/local-storage'
import { testAunt, testCustomer, testHome, testToken } from '@/test/account-fixtures'
import { rentalModule } from '@/test/rental-fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { AddressList } from './address-list'
import SavedPlaces from './saved-places'

vi.mock('@/lib/page/toast-after-reload', () => ({ reloadWithToast: vi.fn() }))
vi.mock('@/components/map/town-map', () => ({ default: () => null, fetchWorker: () => Promise.resolve() }))

/** The ids of the addresses that were marked as used. */
const used: number[] = []

function mockAddresses(...addresses: AddressView[]) {
  server.use(
    http.get('*/customer/addresses', () =>
      HttpResponse.json({ addresses, limit: 100, offset: 1, total_size: addresses.length }),
    ),
    http.get('*/customer/info', () => HttpResponse.json<CustomerView>(testCustomer)),
    http.post('*/customer/addresses/:id/use', ({ params }) => {
      used.push(Number(params.id))
      return HttpResponse.json({ message: 'Noted.' })
    }),
    http.put('*/customer/addresses/:id/default', ({ params }) => {
      addresses = addresses.map((one) => ({ ...one, is_default: one.id === Number(params.id) }))
      return HttpResponse.json({ message: 'This is now your default address.' })
    }),
    http.delete('*/customer/addresses/:id/default', () => {
      addresses = addresses.map((one) => ({ ...one, is_default: false }))
      return HttpResponse.json({ message: 'This is no longer your default address.' })
    }),
    http.delete('*/customer/addresses/:id', ({ params }) => {
      addresses = addresses.filter(({ id }) => id !== Number(params.id))
      return HttpResponse.json({ message: 'Address deleted.' })
    }),
  )
}

beforeEach(() => {
  write({ token: testToken })
  used.length = 0
})

const list = () =>
  renderApp(
    <>
      <AddressList mapDialog={() => null} />
      <Toasts />
    </>,
  )

test('ADDR-01 deleting an address asks for confirmation, and the others stay', async () => {
  mockAddresses(testHome, testAunt)
  const { user } = list()
  await user.click(await screen.findByRole('button', { name: 'Delete Aunt Suri' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('heading', { name: 'Aunt Suri' })).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Delete Aunt Suri' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this address?' }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Address deleted.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Aunt Suri' })).toBeNull())
  expect(screen.getByRole('heading', { name: 'Home' })).toBeVisible()
})

test('ADDR-03 without saved addresses there is a message and an Add Address button', async () => {
  mockAddresses()
  const { user } = list()
  expect(await screen.findByText('Oops')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add Address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New address' }))
  expect(dialog.getByLabelText('Contact name')).toHaveValue('Asha Rao')
})

test('ADDR-01 addresses that failed to load can be fetched again', async () => {
  mockAddresses()
  server.use(http.get('*/customer/addresses', () => HttpResponse.error()))
  const { user } = list()
  await screen.findByText('No connection. Please check your internet and try again.')
  mockAddresses(testHome)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible()
})

test('LOC-11 LOC-12 one tap on a saved address picks it as the place, with all its zones', async () => {
  mockAddresses(testHome, testAunt)
  const onPick = vi.fn<(place: Place) => void>()
  const { user } = renderApp(<SavedPlaces onPick={onPick} />)
  await user.click(await screen.findByRole('button', { name: /^Home/ }))
  expect(onPick).toHaveBeenCalledExactlyOnceWith({
    location: '12 Saffron Circus',
    point: { lat: -11.41, lng: 65.2 },
    zoneIds: [1, 2],
  })
  await waitFor(() => expect(used).toEqual([5]))
})

test('LOC-11 saved addresses that did not load can be loaded again', async () => {
  server.use(http.get('*/customer/addresses', () => HttpResponse.error()))
  const { user } = renderApp(<SavedPlaces onPick={() => {}} />)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  mockAddresses(testHome)
  await user.click(retry)
  expect(await screen.findByRole('button', { name: /^Home/ })).toBeVisible()
})

test('Deliver here makes an address the current place and marks it as used', async () => {
  mockAddresses(testHome, testAunt, { ...testAunt, id: 7, address_label: 'Far away', zone_ids: [] })
  const { user } = list()
  await user.click(await screen.findByRole('button', { name: 'Deliver here: Aunt Suri' }))
  expect(currentScope()).toMatchObject({ location: '3 Mill Ring', point: { lat: -11.42, lng: 65.2 }, zoneIds: [1] })
  expect(reloadWithToast).toHaveBeenCalledExactlyOnceWith('place')
  await waitFor(() => expect(used).toEqual([6]))
  expect(await screen.findByText('You shop for this address')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Deliver here: Aunt Suri' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Deliver here: Far away' })).toBeNull()
  expect(screen.getByText('We do not deliver here yet.')).toBeVisible()
})

test('HDR-09 in rental the addresses speak of a pickup', async () => {
  chooseModule(rentalModule)
  const far = { ...testAunt, id: 7, address_label: 'Far away', zone_ids: [] }
  mockAddresses(testAunt, far)
  const { user, unmount } = list()
  await user.click(await screen.findByRole('button', { name: 'Pick up here: Aunt Suri' }))
  expect(reloadWithToast).toHaveBeenLastCalledWith('pickup')
  expect(await screen.findByText('Pickup is not possible here yet.')).toBeVisible()
  expect(await screen.findByText('You pick up here')).toBeVisible()
  unmount()
  renderApp(<SavedPlaces onPick={() => {}} />)
  expect(await screen.findByRole('button', { name: /Far away.*Pickup is not possible here yet\./ })).toBeDisabled()
})

test('a new default address replaces the old one, and a second click removes the default', async () => {
  mockAddresses(testHome, { ...testAunt, is_default: true })
  const { user } = list()
  const home = await screen.findByRole('button', { name: 'Default: Home' })
  const aunt = screen.getByRole('button', { name: 'Default: Aunt Suri' })
  expect(aunt).toHaveAttribute('aria-pressed', 'true')
  await user.click(home)
  await waitFor(() => expect(home).toHaveAttribute('aria-pressed', 'true'))
  expect(aunt).toHaveAttribute('aria-pressed', 'false')
  expect(home).toHaveFocus()
  await user.click(home)
  await waitFor(() => expect(home).toHaveAttribute('aria-pressed', 'false'))
})

test('LOC-11 ADDR-01 the current address is first and marked, and one outside all zones is disabled', async () => {
  mockAddresses({ ...testAunt, zone_ids: [] }, testHome)
  choosePlace({ location: testHome.address, point: { lat: -11.41, lng: 65.2 }, zoneIds: [1] })
  renderApp(<SavedPlaces onPick={() => {}} />)
  const [home, aunt] = await screen.findAllByRole('button')
  expect(home).toHaveAccessibleName(/^Home/)
  expect(home).toHaveAttribute('aria-current', 'true')
  expect(aunt).toHaveAccessibleName(/^Aunt Suri/)
  expect(aunt).toBeDisabled()
  expect(screen.getByText('We do not deliver here yet.')).toBeVisible()
})

test('LOC-11 without saved addresses there is a message', async () => {
  mockAddresses()
  renderApp(<SavedPlaces onPick={() => {}} />)
  expect(await screen.findByText('No saved addresses found to select.')).toBeVisible()
})
