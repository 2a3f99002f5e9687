import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CustomerView } from '@/lib/api/types.gen'
import { contactFromAddress } from '@/lib/account/contact'
import type { MapDialog } from '@/contracts/map-dialog'
import { choosePlace } from '@/lib/scope/scope'
import { write } from '@/lib/scope/local-storage'
import { testCustomer, testHome, testToken } from '@/test/account-fixtures'
import { testShop, testStore } from '@/test/fixtures'
import { refusal } from '@/test/trade-fixtures'
import { type AddressSlot } from './checkout'
import {
  beginAsGuest,
  knowAsha,
  open,
  order,
  placeButton,
  point,
  section,
  shopQuotes,
  shopTakes,
} from '@/test/checkout'

// jsdom cannot render a map.
vi.mock('@/components/map/town-map', () => ({ default: () => null, fetchWorker: () => Promise.resolve() }))

beforeEach(beginAsGuest)

describe('CHK-02 contact and address', () => {
  test('a guest without a contact is asked for one', async () => {
    shopQuotes()
    open()
    expect(await screen.findByText('No Contact Info Added')).toBeVisible()
    expect(screen.getByText('Please enter your contact info')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Please add your delivery address' })).toBeVisible()
  })

  test('a guest enters name and phone on the page; browsers can fill them in, and a reload keeps them', async () => {
    shopQuotes()
    const placed = shopTakes(order)
    const { user, unmount } = open()
    const name = await screen.findByLabelText('Contact name')
    const phone = screen.getByLabelText('Phone')
    expect(name).toHaveAttribute('autocomplete', 'name')
    expect(phone).toHaveAttribute('autocomplete', 'tel')
    await user.click(await placeButton())
    await waitFor(() => expect(name).toHaveFocus())
    expect(name).toHaveAccessibleDescription('Name is required')
    expect(phone).toHaveAccessibleDescription('Phone Number is required')
    await user.type(name, 'Asha Rao')
    expect(name).not.toHaveAccessibleDescription()
    await user.keyboard('{Enter}')
    expect(phone).toHaveFocus()
    await user.keyboard('555')
    await user.click(await placeButton())
    await waitFor(() => expect(phone).toHaveFocus())
    expect(phone).toHaveAccessibleDescription('Please enter a valid phone number.')
    await user.clear(phone)
    await user.type(phone, '202 555 0123')
    await user.tab()
    expect(localStorage.getItem('contact')).toBeNull()
    unmount()

    const { onPlaced, user: again } = open()
    await again.click(await placeButton())
    await waitFor(() => expect(onPlaced).toHaveBeenCalled())
    expect(screen.queryByRole('dialog')).toBeNull()
    const who = { contact_person_name: 'Asha Rao', contact_person_number: '+12025550123' }
    expect(placed).toMatchObject([{ address: { ...who, address: '12 Saffron Circus', latitude: point.lat } }])
    expect(JSON.parse(localStorage.getItem('contact') ?? '')).toMatchObject(who)
  })

  test('if the server refuses the phone, the error is shown at its field', async () => {
    knowAsha()
    shopQuotes()
    shopTakes(refusal('invalid', 'We cannot call that number.', { field: 'address.contact_person_number' }))
    const { user } = open()
    await user.click(await placeButton())
    const phone = screen.getByLabelText('Phone')
    await waitFor(() => expect(phone).toHaveAccessibleDescription('We cannot call that number.'))
    await waitFor(() => expect(phone).toHaveFocus())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('ADDR-04 ADDR-05 the form shows errors for invalid fields, and stores the contact for the next order', async () => {
    shopQuotes()
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Please add your delivery address' }))
    const form = within(await screen.findByRole('dialog', { name: 'Delivery address' }))
    await user.clear(form.getByLabelText('Address'))
    await user.type(form.getByLabelText('Email (optional)'), 'asha@')
    await user.click(form.getByRole('button', { name: 'Add Address' }))
    expect(form.getByLabelText('Address')).toHaveAccessibleDescription('Address is required')
    expect(form.getByLabelText('Contact name')).toHaveAccessibleDescription('Name is required')
    expect(form.getByLabelText('Phone')).toHaveAccessibleDescription('Phone Number is required')
    expect(form.getByLabelText('Email (optional)')).toHaveAccessibleDescription('Must be a valid email')

    await user.type(form.getByLabelText('Address'), '12 Saffron Circus')
    await user.type(form.getByLabelText('Contact name'), 'Asha Rao')
    await user.type(form.getByLabelText('Phone'), '555')
    await user.clear(form.getByLabelText('Email (optional)'))
    await user.click(form.getByRole('button', { name: 'Add Address' }))
    expect(form.getByLabelText('Phone')).toHaveAccessibleDescription('Please enter a valid phone number.')
    await user.clear(form.getByLabelText('Phone'))
    await user.type(form.getByLabelText('Phone'), '202 555 0123')
    await user.click(form.getByRole('button', { name: 'Add Address' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByLabelText('Contact name')).toHaveValue('Asha Rao')
    expect(screen.getByLabelText('Phone')).toHaveValue('(202) 555-0123')
    expect(JSON.parse(localStorage.getItem('contact') ?? '')).toMatchObject({
      contact_person_name: 'Asha Rao',
      contact_person_number: '+12025550123',
      point,
    })
  })

  test('ADDR-05 the form for take-away has no address, and its own error messages', async () => {
    shopQuotes()
    const { user } = open()
    await user.click(await screen.findByRole('radio', { name: /^Take away/ }))
    await user.click(screen.getByRole('button', { name: 'Please add your delivery address' }))
    const form = within(await screen.findByRole('dialog', { name: 'Contact person' }))
    expect(form.queryByLabelText('Address')).toBeNull()
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(form.getByLabelText('Contact name')).toHaveAccessibleDescription('name is required')
    expect(form.getByLabelText('Phone')).toHaveAccessibleDescription('phone number required')
  })

  test('CHK-01 take-away says where the order is collected, with directions', async () => {
    shopQuotes()
    const { user } = open()
    expect(await placeButton()).toBeVisible()
    expect(screen.queryByText(testStore.address)).toBeNull()
    await user.click(screen.getByRole('radio', { name: /^Take away/ }))
    const contact = within(await section('Contact'))
    expect(contact.getByText('Collect your order at')).toBeVisible()
    expect(contact.getByText(testStore.address)).toBeVisible()
    expect(contact.getByRole('link', { name: /^Directions/ })).toHaveAttribute(
      'href',
      expect.stringContaining(`destination=${testStore.latitude}%2C${testStore.longitude}`),
    )
  })

  test('Reset restores the initial values', async () => {
    knowAsha()
    shopQuotes()
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Please add your delivery address' }))
    const form = within(await screen.findByRole('dialog', { name: 'Delivery address' }))
    const name = form.getByLabelText('Contact name')
    await user.clear(name)
    await user.type(name, 'Somebody else')
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    expect(name).toHaveValue('Asha Rao')
  })

  test('TRAP_Z5 a place picked on the map is quoted, and the typed values stay', async () => {
    knowAsha()
    const asked = shopQuotes()
    const elsewhere = { location: '3 Mill Ring', point: { lat: -11.42, lng: 65.21 }, zoneIds: [1] }
    const mapDialog: MapDialog = ({ opened, onPlace }) =>
      opened && <button onClick={() => onPlace(elsewhere)}>Use 3 Mill Ring</button>
    const { user } = open({ mapDialog })
    await user.click(await screen.findByRole('button', { name: 'Please add your delivery address' }))
    const form = async () => within(await screen.findByRole('dialog', { name: 'Delivery address' }))
    await user.type((await form()).getByLabelText('Contact name'), ' Junior')
    await user.click(screen.getByRole('button', { name: 'Pick from map' }))
    await user.click(await screen.findByRole('button', { name: 'Use 3 Mill Ring' }))
    expect(await screen.findByLabelText('Address')).toHaveValue('3 Mill Ring')
    expect((await form()).getByLabelText('Contact name')).toHaveValue('Asha Rao Junior')
    expect(screen.getByLabelText('House number')).toHaveValue('')
    await user.click(screen.getByRole('button', { name: 'Update Address' }))
    await waitFor(() => expect(asked.at(-1)?.address).toMatchObject({ latitude: -11.42, longitude: 65.21 }))
  })

  test('TRAP_C4 a note about the door of one place is not sent with an order to another', async () => {
    knowAsha({ additional_information: 'The blue door' })
    choosePlace({ location: 'Elsewhere', point, zoneIds: [1] })
    shopQuotes()
    const placed = shopTakes(order)
    const { user, onPlaced } = open()
    await user.type(await screen.findByLabelText('How the rider finds you'), 'Ring twice')
    await user.click(await placeButton())
    await waitFor(() => expect(onPlaced).toHaveBeenCalled())
    expect(placed).toMatchObject([{ address: { address: 'Elsewhere' }, delivery_instruction: 'Ring twice' }])
  })

  test('if guests may not order, the page says so and requests no quote', async () => {
    const { user, onBrowse } = open({ shop: { ...testShop, guest_checkout_status: 0 } })
    expect(await screen.findByText('Orders need an account here')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Browse shops' }))
    expect(onBrowse).toHaveBeenCalledTimes(1)
  })

  test('with an empty cart there is a button to browse shops', async () => {
    const { user, onBrowse } = open({ isEmpty: true })
    expect(await screen.findByText('There is nothing to order yet')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Browse shops' }))
    expect(onBrowse).toHaveBeenCalledTimes(1)
  })
})

describe('ADDR-02 a customer’s order', () => {
  const customer: CustomerView = { ...testCustomer, addresses: [testHome] }
  const asSection: AddressSlot = ({ working, zoneId, onChange }) => (
    <>
      <p>{`${working.address_type}: ${working.address}, zone ${zoneId}`}</p>
      <button onClick={() => onChange(contactFromAddress(testHome))}>Home</button>
      <button onClick={() => onChange({ ...working, floor: '9' })}>Floor 9</button>
    </>
  )
  beforeEach(() => write({ token: testToken }))

  test('is delivered to the current place, with the customer’s name', async () => {
    const asked = shopQuotes()
    const placed = shopTakes(order)
    choosePlace({ location: 'Elsewhere', point, zoneIds: [1] })
    const { user, onPlaced } = open({ customer, addresses: asSection })
    expect(await screen.findByText(`Selected Address: Elsewhere, zone ${testStore.zone_id}`)).toBeVisible()
    await user.click(await placeButton())
    await waitFor(() => expect(onPlaced).toHaveBeenCalled())
    expect(asked[0]).toMatchObject({ address: { address: 'Elsewhere', latitude: point.lat } })
    expect(placed).toMatchObject([
      {
        address: {
          address_type: 'Selected Address',
          address: 'Elsewhere',
          contact_person_name: 'Asha Rao',
          contact_person_number: '+12025550123',
        },
      },
    ])
    expect(placed[0]).not.toHaveProperty('guest_id')
  })

  test('TRAP_C4 is delivered to a saved address as it is shown, with its id and its notes for the rider', async () => {
    const asked = shopQuotes()
    const placed = shopTakes(order)
    choosePlace({ location: 'Elsewhere', point, zoneIds: [1] })
    const { user, onPlaced } = open({ customer, addresses: asSection })
    await user.type(await screen.findByLabelText('How the rider finds you'), 'Ring twice')
    await user.click(screen.getByRole('button', { name: 'Home' }))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ address_id: testHome.id }))
    await user.click(await placeButton())
    await waitFor(() => expect(onPlaced).toHaveBeenCalled())
    expect(placed).toMatchObject([
      {
        address_id: testHome.id,
        address: { house: testHome.house },
        delivery_instruction: 'The blue door\nRing twice',
      },
    ])
  })

  test('CHK-01 is not placed while the notes of the address and of the order are too long together', async () => {
    shopQuotes()
    const placed = shopTakes(order)
    choosePlace({ location: testHome.address, point, zoneIds: [1] })
    const blueDoor = 'Blue door. '.repeat(45).trim()
    const home = { ...testHome, additional_information: blueDoor }
    const { user } = open({ customer: { ...customer, addresses: [home] }, addresses: asSection })
    const note = await screen.findByLabelText('How the rider finds you')
    await user.type(note, 'Ring twice')
    expect(note).toHaveAccessibleDescription(/Please shorten this by 5\.$/)
    await user.click(await placeButton())
    expect(placed).toEqual([])
    await user.clear(note)
    await user.type(note, 'Ring')
    expect(note).toBeValid()
    await user.click(await placeButton())
    await waitFor(() => expect(placed).toMatchObject([{ delivery_instruction: `${blueDoor}\nRing` }]))
  })

  test('is sent with the full address, if a saved address was changed for this order', async () => {
    shopQuotes()
    const placed = shopTakes(order)
    choosePlace({ location: testHome.address, point, zoneIds: [1] })
    const { user, onPlaced } = open({ customer, addresses: asSection })
    expect(await screen.findByText(/^home: 12 Saffron Circus/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Floor 9' }))
    await user.click(await placeButton())
    await waitFor(() => expect(onPlaced).toHaveBeenCalled())
    expect(placed).toMatchObject([{ address: { address: '12 Saffron Circus', floor: '9', house: '4' } }])
    expect(placed[0]).not.toHaveProperty('address_id')
  })

  test('has another address after the place changes, and no address for take-away', async () => {
    shopQuotes()
    const { user } = open({ customer, addresses: asSection })
    await user.click(await screen.findByRole('button', { name: 'Floor 9' }))
    choosePlace({ location: 'Elsewhere', point, zoneIds: [1] })
    expect(await screen.findByText(/^Selected Address: Elsewhere/)).toBeVisible()
    await user.click(screen.getByRole('radio', { name: /^Take away/ }))
    await waitFor(() => expect(screen.queryByText(/^Selected Address/)).toBeNull())
    expect(screen.getByLabelText('Contact name')).toHaveValue('Asha Rao')
  })

  test('TRAP_C2 does not get the address that another customer chose', async () => {
    shopQuotes()
    const { user, unmount } = open({ customer, addresses: asSection })
    await user.click(await screen.findByRole('button', { name: 'Home' }))
    expect(await screen.findByText(/^home: 12 Saffron Circus/)).toBeVisible()
    unmount()
    open({ customer: { ...customer, id: 4, addresses: [] }, addresses: asSection })
    expect(await screen.findByText(/^Selected Address: 12 Saffron Circus/)).toBeVisible()
  })

  test('TRAP_D11 is not placed without an address and a phone, which the dialog asks for', async () => {
    shopQuotes()
    localStorage.clear()
    write({ token: testToken })
    const { user } = open({ customer: { ...customer, phone: '' }, addresses: asSection })
    await user.click(await placeButton())
    expect(await screen.findByText('Please add your delivery address')).toBeVisible()
    expect(await screen.findByRole('dialog', { name: 'Delivery address' })).toBeVisible()
  })
})
