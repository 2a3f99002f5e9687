import type { PlaceTripOutputBody, TripQuoteView, TripView, VehicleView } from '../web/src/lib/api/types.gen.ts'
import { choose } from './choose.ts'
import { Customer } from './customer.ts'
import { giveLicence, Guest } from './guest.ts'
import { photo } from './picture.ts'
import { anyVehicle, isRentedBothWays, vehiclesOf } from './rental.ts'
import { button, dialog, inDialog, link, main, type Screen } from './screen.ts'
import { admin, Staff } from './staff.ts'
import type { Visit } from './storage.ts'
import type { TownAPI } from './town-api.ts'

const contact = { contact_person_name: 'Asha Rao', contact_person_number: '+12025550123' }

let days = 1

/** Each time another day, from the day after tomorrow: the vehicle is free, and nobody hands it over meanwhile. */
const later = () => `${new Date(Date.now() + ++days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)} 10:00 AM`

let handedOver = 0

/** Each time another vehicle, because one that was handed over is not free. */
async function nextVehicle(api: TownAPI): Promise<VehicleView> {
  const vehicles = (await vehiclesOf(api)).filter(isRentedBothWays)
  return vehicles[handedOver++ % vehicles.length]!
}

type Filled = {
  hasLicence?: boolean
  /** Any, if undefined. */
  vehicle?: VehicleView | undefined
}

/** Puts one vehicle for three hours into the trip cart of a customer. */
export async function fillTripCart(api: TownAPI, { token }: Customer, { hasLicence = true, vehicle }: Filled = {}) {
  const { id } = vehicle ?? (await anyVehicle(api))
  if (hasLicence) await giveLicence(api, { token })
  const trip = { vehicle_id: id, quantity: 1, rental_type: 'hourly', estimated_hours: 3, pickup_time: later() }
  await api.send('POST', '/rental/cart', trip, 'rental', token)
}

/** A trip of one vehicle for three hours, of a customer. */
export async function bookTrip(api: TownAPI, customer: Customer, payment: object = {}, vehicle?: VehicleView): Promise<TripView> {
  const send = <T>(method: string, path: string, body: object) => api.send<T>(method, path, body, 'rental', customer.token)
  await fillTripCart(api, customer, { vehicle })
  const quote = await send<TripQuoteView>('POST', '/rental/quote', { ...contact, ...payment })
  const body = { ...contact, ...payment, accepted_total: quote.total, quote_digest: quote.digest }
  return (await send<{ trip: TripView }>('POST', '/rental/trips', body)).trip
}

/** A trip that a guest books with a phone. */
export async function bookAsGuest(api: TownAPI, guest: Guest, phone: string): Promise<PlaceTripOutputBody> {
  const send = <T>(path: string, body: object) => api.send<T>('POST', path, { ...body, guest_id: guest.id }, 'rental')
  const vehicle = await anyVehicle(api)
  await giveLicence(api, { guestId: guest.id })
  await send('/rental/cart', { vehicle_id: vehicle.id, quantity: 1, rental_type: 'hourly', estimated_hours: 3, pickup_time: later() })
  const theirs = { ...contact, contact_person_number: phone }
  const quote = await send<TripQuoteView>('/rental/quote', theirs)
  return send('/rental/trips', { ...theirs, accepted_total: quote.total, quote_digest: quote.digest })
}

/** A guest whose browser knows their trip. */
async function withTripOfGuest(api: TownAPI): Promise<Visit> {
  const guest = await Guest.create(api)
  const { trip, tracking_token: token } = await bookAsGuest(api, guest, contact.contact_person_number)
  const stored = { ...guest.stored(), guest_trips: JSON.stringify([{ id: trip.id, token }]) }
  return { module: 'rental', stored, orderId: trip.id }
}

/** Somebody with whose phone a guest has booked a trip. */
async function withUnclaimedTrip(api: TownAPI): Promise<Visit> {
  const customer = await Customer.signUp(api)
  await customer.verify('phone')
  await bookAsGuest(api, await Guest.create(api), customer.phone)
  return { module: 'rental', stored: customer.stored() }
}

const withTrip =
  (payment: object = {}, ...moves: string[]) =>
  async (api: TownAPI): Promise<Visit> => {
    const customer = await Customer.signUp(api)
    const { id } = await bookTrip(api, customer, payment, moves.includes('ongoing') ? await nextVehicle(api) : undefined)
    await (await Staff.signIn(api, admin)).moveTrip(id, ...moves)
    return { module: 'rental', stored: customer.stored(), orderId: id }
  }

async function withFullCart(api: TownAPI): Promise<Visit> {
  const customer = await Customer.signUp(api)
  await fillTripCart(api, customer)
  return { module: 'rental', stored: customer.stored() }
}

/** A customer whose trip needs a driver's licence, which they have not given. */
async function withoutLicence(api: TownAPI): Promise<Visit> {
  const customer = await Customer.signUp(api)
  await fillTripCart(api, customer, { hasLicence: false })
  return { module: 'rental', stored: customer.stored() }
}

/** A trip whose provider has refused the driver's licence. */
async function withRefusedLicence(api: TownAPI): Promise<Visit> {
  const customer = await Customer.signUp(api)
  const { id } = await bookTrip(api, customer)
  await (await Staff.signIn(api, admin)).refuseLicence(id, 'The photo of the front is too dark to read.')
  return { module: 'rental', stored: customer.stored(), orderId: id }
}

const withCustomer = async (api: TownAPI): Promise<Visit> => ({ stored: (await Customer.signUp(api)).stored() })

async function withLicence(api: TownAPI): Promise<Visit> {
  const customer = await Customer.signUp(api)
  await giveLicence(api, { token: customer.token })
  return { stored: customer.stored() }
}

const licencePath = () => '/profile?page=driver-licence'

const ofSandbox = { payment_method: 'digital_payment', payment_gateway: 'sandbox' }

export const byBank = { payment_method: 'offline_payment', payment_gateway: 'bank-transfer' }

/** A trip whose shopper says that they have paid it by bank transfer. */
export async function tripPaidByBank(api: TownAPI): Promise<TripView> {
  const customer = await Customer.signUp(api)
  const { id } = await bookTrip(api, customer, byBank)
  const said = { fields: { reference: 'T-77' } }
  return api.send<TripView>('POST', `/rental/trips/${id}/offline-payment`, said, undefined, customer.token)
}

/** A trip of a guest that is over, for what of it the guest or an admin does next. */
export async function pastTripOfGuest(api: TownAPI) {
  const guest = await Guest.create(api)
  const { trip, tracking_token: token } = await bookAsGuest(api, guest, contact.contact_person_number)
  const owner = await Staff.signIn(api, admin)
  await owner.moveTrip(trip.id, 'confirmed', 'ongoing', 'completed')
  const stored = { ...guest.stored(), guest_trips: JSON.stringify([{ id: trip.id, token }]) }
  const askForRefund = () =>
    api.send('POST', `/rental/trips/${trip.id}/refund`, { token, reason: 'dirty', note: 'Sand on every seat' })
  return { owner, id: trip.id, stored, askForRefund }
}

/** A past trip of which the guest has got an amount back. */
async function withTripRefund(api: TownAPI): Promise<Visit> {
  const { owner, id, stored, askForRefund } = await pastTripOfGuest(api)
  await askForRefund()
  await owner.decideTripRefund(id, { approve: true, amount: 5, reason: 'We are sorry.' })
  return { module: 'rental', stored, orderId: id }
}

const tripPath = (_: TownAPI, { orderId }: Visit) => `/trip/${orderId}`

/** A trip whose vehicle came back. */
async function withOldTrip(api: TownAPI): Promise<Visit> {
  const customer = await Customer.signUp(api)
  const { id } = await bookTrip(api, customer)
  await (await Staff.signIn(api, admin)).moveTrip(id, 'confirmed', 'ongoing', 'completed')
  return { module: 'rental', stored: customer.stored(), orderId: id }
}

/** The screens of trips. */
export const tripScreens: readonly Screen[] = [
  {
    name: 'trip-checkout',
    state: 'loaded',
    before: withFullCart,
    path: () => '/rental/checkout',
    action: button(/\bPlace trip/),
    waits: /rental\/quote/,
  },
  {
    name: 'trip-checkout',
    state: 'empty',
    before: async () => ({ module: 'rental' }),
    path: () => '/rental/checkout',
    action: button('Browse shops'),
  },
  {
    name: 'trip-checkout',
    state: 'licence',
    before: withoutLicence,
    path: () => '/rental/checkout',
    action: button('Add driver’s licence'),
  },
  {
    name: 'trip-checkout',
    state: 'licence-dialog',
    before: withoutLicence,
    path: () => '/rental/checkout',
    open: async (page) => {
      await main(page).locator('button[aria-haspopup=dialog]').first().click()
      await dialog(page).locator('form').waitFor()
    },
    action: inDialog('Save driver’s licence'),
  },
  { name: 'driver-licence', state: 'empty', before: withCustomer, path: licencePath, action: button('Save driver’s licence') },
  {
    name: 'driver-licence',
    state: 'waiting',
    before: withLicence,
    path: licencePath,
    action: button('Change'),
    waits: /driver-licence/,
  },
  { name: 'driver-licence', state: 'refused', before: withRefusedLicence, path: licencePath, action: button('Change') },
  { name: 'trip', state: 'licence-refused', before: withRefusedLicence, path: tripPath, action: button('Change driver’s licence') },
  {
    name: 'my-trips',
    state: 'loaded',
    before: withTrip(),
    path: () => '/my-trips',
    action: link(/Trip/),
    waits: /rental\/trips/,
  },
  { name: 'my-trips', state: 'unclaimed', before: withUnclaimedTrip, path: () => '/my-trips', action: button('Mine') },
  {
    name: 'my-trips',
    state: 'empty',
    before: withTrip(),
    path: () => '/my-trips?state=past',
    action: link('Find a vehicle'),
  },
  {
    name: 'trip',
    state: 'loaded',
    before: withTrip(),
    path: (_, { orderId }) => `/trip/${orderId}`,
    action: button('Cancel this trip'),
    waits: /rental\/trips\/\d+/,
  },
  { name: 'trip', state: 'guest', before: withTripOfGuest, path: tripPath, action: button('Copy') },
  {
    name: 'track',
    state: 'trip',
    before: withTripOfGuest,
    path: (_, { orderId }) => `/track-order?order_id=${orderId}`,
    open: async (page) => {
      await main(page).locator('input[type=tel]').fill(contact.contact_person_number)
      await main(page).locator('button[type=submit]').click()
      await main(page).getByRole('list').first().waitFor()
    },
    action: button('Track another number'),
  },
  {
    name: 'trip',
    state: 'photos',
    before: withTrip({}, 'confirmed'),
    path: tripPath,
    open: async (page) => {
      await main(page).locator('input[type=file]').first().setInputFiles([{ name: '1.png', mimeType: 'image/png', buffer: photo }])
      await main(page).locator('img[src^=blob]').first().waitFor()
    },
    action: button('Add pickup photos'),
  },
  {
    name: 'trip',
    state: 'to-pay',
    before: withTrip(ofSandbox),
    path: (_, { orderId }) => `/trip/${orderId}`,
    action: button('Pay now'),
  },
  {
    name: 'trip-invoice',
    state: 'unpaid',
    before: withTrip(),
    path: (api, visit) => `${tripPath(api, visit)}/invoice`,
    action: button('Print'),
    waits: /rental\/trips\/\d+/,
  },
  { name: 'trip', state: 'to-pay-by-bank', before: withTrip(byBank), path: tripPath, action: button('I have paid') },
  {
    name: 'trip',
    state: 'cancel',
    before: withTrip(),
    path: (_, { orderId }) => `/trip/${orderId}`,
    open: async (page) => {
      await main(page).locator('button[aria-haspopup=dialog]').last().click()
      await dialog(page).getByRole('radio').first().waitFor()
    },
    action: inDialog('Cancel trip'),
  },
  { name: 'trip', state: 'review', before: withOldTrip, path: tripPath, action: button('Rate your trip') },
  {
    name: 'trip',
    state: 'review-dialog',
    before: withOldTrip,
    path: tripPath,
    open: async (page) => {
      await main(page).locator('section button[aria-haspopup=dialog]').first().click()
      await choose(dialog(page).getByRole('radio').nth(3))
      await dialog(page).locator('textarea').first().waitFor()
    },
    action: inDialog('Send'),
  },
  { name: 'trip', state: 'refund-given', before: withTripRefund, path: tripPath, action: button('Ask for a refund') },
  {
    name: 'trip',
    state: 'refund-dialog',
    before: withOldTrip,
    path: tripPath,
    open: async (page) => {
      await main(page).locator('button[aria-haspopup=dialog]').last().click()
      await choose(dialog(page).getByRole('radio').first())
    },
    action: inDialog('Send request'),
  },
  {
    name: 'trip',
    state: 'extend',
    before: withTrip({}, 'confirmed', 'ongoing'),
    path: (_, { orderId }) => `/trip/${orderId}`,
    open: async (page) => {
      await main(page).locator('button[aria-haspopup=dialog]').click()
      await dialog(page).getByRole('radio').first().waitFor()
    },
    action: inDialog('Extend trip'),
  },
  {
    name: 'trip',
    state: 'unknown',
    before: async () => ({ module: 'rental' }),
    path: () => '/trip/999999',
    action: button('Sign In'),
  },
]
