import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { AddressView, CustomerView, ErrorBody, SavedAddress } from '@/lib/api/types.gen'
import { contactFromAddress, parseContact, type Contact } from '@/lib/account/contact'
import { focusFirstInvalid } from '@/lib/page/focus-invalid'
import { choosePlace } from '@/lib/scope/scope'
import { write } from '@/lib/scope/local-storage'
import { testAunt, testCustomer, testHome, testToken } from '@/test/account-fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { AddressList } from './address-list'
import { AddressSection } from './address-section'

// jsdom cannot render a map.
vi.mock('@/components/map/town-map', () => ({ default: () => null, fetchWorker: () => Promise.resolve() }))

const point = { lat: -11.41, lng: 65.2 }
const elsewhere = { location: '9 Quay Street', point: { lat: -11.4, lng: 65.21 }, zoneIds: [1] }

/** Mocks the saved addresses. Returns the bodies of all requests that add or update one. */
function mockAddresses(...addresses: AddressView[]) {
  const written: (SavedAddress & { id?: number })[] = []
  const add = async (request: Request, id?: number) => {
    const body = (await request.json()) as SavedAddress
    written.push({ ...body, ...(id && { id }) })
    const full = { ...testHome, ...body, address_type: 'other', id: id ?? 50 } as AddressView
    if (id) addresses = addresses.map((one) => (one.id === id ? full : one))
    else addresses = [full, ...addresses]
    return HttpResponse.json({ message: id ? 'Address updated.' : 'Address saved.' })
  }
  server.use(
    http.get('*/customer/addresses', () =>
      HttpResponse.json({ addresses, limit: 100, offset: 1, total_size: addresses.length }),
    ),
    http.get('*/customer/info', () => HttpResponse.json<CustomerView>({ ...testCustomer, addresses })),
    http.post('*/customer/addresses', ({ request }) => add(request)),
    http.put('*/customer/addresses/:id', ({ request, params }) => add(request, Number(params.id))),
  )
  return written
}

const here: Contact = {
  ...parseContact({ contact_person_name: 'Asha Rao', contact_person_number: '+12025550123' }),
  address_type: 'Selected Address',
  address: 'Saffron Circus',
  point,
}

function open(working: Contact = here, zoneId: number | undefined = 1) {
  const changes: Contact[] = []
  function Section() {
    const [now, setNow] = useState(working)
    return (
      <AddressSection
        working={now}
        zoneId={zoneId}
        onChange={(next) => {
          changes.push(next)
          setNow(next)
        }}
        mapDialog={({ opened, onPlace }) => opened && <button onClick={() => onPlace(elsewhere)}>Use the quay</button>}
      />
    )
  }
  const view = renderApp(
    <>
      <Section />
      <Toasts />
    </>,
  )
  return { ...view, changes }
}

beforeEach(() => {
  write({ token: testToken })
  choosePlace({ location: 'Saffron Circus', point, zoneIds: [1] })
})

test('ADDR-02 the current place is the Selected Address, without an edit button', async () => {
  mockAddresses()
  open()
  expect(await screen.findByText('Selected Address')).toBeVisible()
  expect(screen.getByText('Saffron Circus')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Change address' })).toBeNull()
})

test('ADDR-02 street, house and floor change the delivery address at once', async () => {
  mockAddresses()
  const { user, changes } = open()
  await user.type(await screen.findByLabelText('Street number'), '7')
  await user.type(screen.getByLabelText('House number'), '4')
  await user.type(screen.getByLabelText('Floor'), '2')
  expect(changes.at(-1)).toMatchObject({ road: '7', house: '4', floor: '2', address: 'Saffron Circus' })
})

test('ADDR-02 Save this Address saves it, shows the server’s message and is disabled afterwards', async () => {
  const written = mockAddresses()
  const { user } = open()
  await user.type(await screen.findByLabelText('House number'), '4')
  const box = screen.getByRole('checkbox', { name: 'Save this Address' })
  await waitFor(() => expect(box).toBeEnabled())
  await user.click(box)
  expect(await screen.findByText('Address saved.')).toBeVisible()
  expect(written).toEqual([
    {
      address: 'Saffron Circus',
      address_type: 'Selected Address',
      address_label: '',
      contact_person_name: 'Asha Rao',
      contact_person_number: '+12025550123',
      latitude: point.lat,
      longitude: point.lng,
      additional_information: '',
      house: '4',
      floor: '',
      road: '',
    },
  ])
  await waitFor(() => expect(box).toBeChecked())
  expect(box).toBeDisabled()
})

test('ADDR-01 ADDR-03 the dialog lists addresses in the store’s zone, the current one first; Select applies one', async () => {
  mockAddresses(testAunt, { ...testAunt, id: 7, address_label: 'Far away', zone_ids: [9] }, testHome)
  const { user, changes } = open(contactFromAddress(testHome))
  await user.click(await screen.findByRole('button', { name: 'View Saved Address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Saved Addresses' }))
  const rows = await dialog.findAllByRole('radio')
  expect(rows.map((row) => row.parentElement?.textContent)).toEqual([
    'Home12 Saffron CircusRope Lane · House 4 · Floor 2',
    'Aunt Suri3 Mill Ring',
  ])
  expect(rows[0]).toBeChecked()
  await user.click(rows[1] as HTMLElement)
  expect(changes).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Select' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(changes).toMatchObject([{ id: 6, address: '3 Mill Ring', point: { lat: -11.42, lng: 65.2 } }])
})

test('ADDR-03 Cancel changes nothing', async () => {
  mockAddresses(testHome, testAunt)
  const { user, changes } = open()
  await user.click(await screen.findByRole('button', { name: 'View Saved Address' }))
  await user.click(await screen.findByRole('radio', { name: /Aunt Suri/ }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(changes).toEqual([])
})

test('ADDR-03 without saved addresses the dialog has an Add Address button', async () => {
  mockAddresses()
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'View Saved Address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Saved Addresses' }))
  expect(await dialog.findByText('Oops')).toBeVisible()
  expect(dialog.getByText("You don't have any saved address yet. please save address to continue")).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Add Address' }))
  expect(await screen.findByRole('dialog', { name: 'New address' })).toBeVisible()
})

test('ADDR-03 if all saved addresses are in other zones, the dialog says so and has an Add Address button', async () => {
  mockAddresses({ ...testHome, zone_ids: [9] })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'View Saved Address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Saved Addresses' }))
  expect(await dialog.findByText('This store delivers to none of your saved addresses.')).toBeVisible()
  expect(dialog.queryByText(/^You don't have any saved address/)).toBeNull()
  expect(dialog.getByRole('button', { name: 'Add Address' })).toBeVisible()
})

test('ADDR-04 the edit button updates the saved address, which stays the delivery address', async () => {
  const written = mockAddresses(testHome)
  const { user, changes } = open(contactFromAddress(testHome))
  await user.click(await screen.findByRole('button', { name: 'Change address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change address' }))
  expect(dialog.queryByLabelText('Email (optional)')).toBeNull()
  await user.click(dialog.getByRole('radio', { name: 'Other' }))
  await user.type(dialog.getByLabelText('Label name (optional)'), 'The shed')
  const house = dialog.getByLabelText('House number')
  await user.clear(house)
  await user.type(house, '5 ')
  await user.click(dialog.getByRole('button', { name: 'Update Address' }))
  expect(await screen.findByText('Address updated.')).toBeVisible()
  expect(written).toMatchObject([{ id: 5, address_type: 'other', address_label: 'The shed', house: '5' }])
  expect(changes.at(-1)).toMatchObject({ id: 5, house: '5' })
})

test('ADDR-04 a new address has required fields, can be picked on the map, and can be edited afterwards', async () => {
  const written = mockAddresses()
  const { user, changes } = open()
  await user.click(await screen.findByRole('button', { name: 'Add Address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New address' }))
  await user.clear(dialog.getByLabelText('Address'))
  await user.clear(dialog.getByLabelText('Contact name'))
  await user.clear(dialog.getByLabelText('Phone'))
  await user.click(dialog.getByRole('button', { name: 'Add Address' }))
  expect(dialog.getByLabelText('Address')).toHaveAccessibleDescription('Address is required')
  expect(dialog.getByLabelText('Contact name')).toHaveAccessibleDescription('Name is required')
  expect(dialog.getByLabelText('Phone')).toHaveAccessibleDescription('Phone Number is required')

  await user.type(dialog.getByLabelText('Contact name'), 'Asha Rao')
  await user.type(dialog.getByLabelText('Phone'), '202 555 0123')
  await user.click(dialog.getByRole('button', { name: 'Pick from map' }))
  await user.click(await screen.findByRole('button', { name: 'Use the quay' }))
  expect(await screen.findByLabelText('Address')).toHaveValue('9 Quay Street')
  await user.click(
    within(await screen.findByRole('dialog', { name: 'New address' })).getByRole('button', { name: 'Add Address' }),
  )
  await waitFor(() => expect(changes.at(-1)).toMatchObject({ address: '9 Quay Street', point: elsewhere.point }))
  expect(written).toMatchObject([{ contact_person_number: '+12025550123', latitude: -11.4, longitude: 65.21 }])

  await user.type(await screen.findByLabelText('House number'), '4')
  await user.click(await screen.findByRole('button', { name: 'Change address' }))
  await user.click(await screen.findByRole('button', { name: 'Update Address' }))
  await waitFor(() => expect(written.at(-1)).toMatchObject({ id: 50, house: '4' }))
})

test('ADDR-04 the server’s error is shown at its field, which gets the focus', async () => {
  onTestFinished(focusFirstInvalid())
  mockAddresses()
  const message = 'Please enter a valid phone number.'
  server.use(
    http.post('*/customer/addresses', () =>
      HttpResponse.json<ErrorBody>(
        { errors: [{ code: 'invalid', field: 'contact_person_number', message }], message },
        { status: 422 },
      ),
    ),
  )
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Add Address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New address' }))
  await user.click(dialog.getByRole('button', { name: 'Add Address' }))
  await waitFor(() => expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription(message))
  expect(screen.getByLabelText('Phone')).toHaveFocus()
})

test('ADDR-04 the dialog stays open while its address is saved, so that the response meets its own form', async () => {
  mockAddresses()
  server.use(http.post('*/customer/addresses', () => new Promise<never>(() => {})))
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Add Address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New address' }))
  await user.click(dialog.getByRole('button', { name: 'Add Address' }))
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'New address' })).toBeVisible()
})

test('ADDR-04 the same refusal is shown again after the field was changed', async () => {
  mockAddresses(testAunt)
  const message = 'This house is not in this road.'
  server.use(
    http.post('*/customer/addresses', () =>
      HttpResponse.json<ErrorBody>(
        { errors: [{ code: 'invalid', field: 'house', message }], message },
        { status: 422 },
      ),
    ),
  )
  const { user } = renderApp(<AddressList mapDialog={() => null} />)
  await user.click(await screen.findByRole('button', { name: 'Add Address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New address' }))
  const house = () => dialog.getByLabelText('House number')
  for (const typed of ['1', '2']) {
    await user.type(house(), typed)
    expect(house()).not.toHaveAccessibleDescription(message)
    await user.click(dialog.getByRole('button', { name: 'Add Address' }))
    await waitFor(() => expect(house()).toHaveAccessibleDescription(message))
  }
})

test('ADDR-04 an address that is not saved yet outlives its dialog, and is gone once it is saved', async () => {
  const written = mockAddresses(testAunt)
  const { user } = renderApp(<AddressList mapDialog={() => null} />)
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Add Address' }))
    return within(await screen.findByRole('dialog', { name: 'New address' }))
  }
  await user.type((await open()).getByLabelText('House number'), '12')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await open()
  expect(again.getByLabelText('House number')).toHaveValue('12')
  await user.click(again.getByRole('button', { name: 'Add Address' }))
  await waitFor(() => expect(written).toMatchObject([{ house: '12' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await open()).getByLabelText('House number')).toHaveValue('')
})
