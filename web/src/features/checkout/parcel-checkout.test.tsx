import { screen, waitFor, within } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { PlaceInput } from '@/contracts/place-input'
import type { CheckoutBody, CustomerView, ErrorBody, PlaceOutputBody, QuoteView } from '@/lib/api/types.gen'
import { readDestinations, storeDestination } from '@/lib/scope/last-destinations'
import { write } from '@/lib/scope/local-storage'
import { chooseModule, choosePlace } from '@/lib/scope/scope'
import { writeTabValue } from '@/lib/scope/tab-storage'
import { testCustomer } from '@/test/account-fixtures'
import { parcelModule, parcelQuote, testCategories, testInstructions, testParcel } from '@/test/parcel-fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal, testRows } from '@/test/trade-fixtures'
import { ParcelCheckout } from './parcel-checkout'

const harbour = { location: '1 Harbour Road', point: { lat: -11.4, lng: 65.2 } }
const hill = { location: '2 Hill Street', point: { lat: -11.39, lng: 65.21 } }
const market = { location: '3 Market Lane', point: { lat: -11.395, lng: 65.205 } }

/** A field for a place with a button for each that it offers. */
const placeInput: PlaceInput = ({ label, value, onChange, recent = [], error }) => (
  <div role="group" aria-label={label}>
    <output>{value?.location ?? 'nowhere'}</output>
    {error}
    {[hill, market].map((place) => (
      <button key={place.location} onClick={() => onChange(place)}>
        {place.location}
      </button>
    ))}
    {recent.map(({ location }) => (
      <span key={location}>Lately {location}</span>
    ))}
  </div>
)

const missing = (code: string, field: string): QuoteView => ({
  ...parcelQuote,
  rows: [],
  problems: [{ code, field, message: code }],
})

/** Quotes each package at one dollar, once both places are known. */
function quoteOf({ address, receiver, parcel_quantity: quantity = 1 }: CheckoutBody): QuoteView {
  if (!address) return missing('address_missing', 'address')
  if (!receiver) return missing('receiver_missing', 'receiver')
  const total = quantity + (receiver.address === market.location ? 10 : 0)
  return { ...parcelQuote, rows: testRows({ parcel_base: total, total }), total, to_pay: total, digest: `d-${total}` }
}

type Quoted = QuoteView | ErrorBody | 'lost'
type Placed = 'placed' | 'lost' | ErrorBody

/** Answers the calls of the form. Returns what was asked and what was placed. */
function serve({
  quotes = quoteOf,
  places = ['placed'],
}: { quotes?: (body: CheckoutBody, nth: number) => Quoted; places?: Placed[] } = {}) {
  const asked: CheckoutBody[] = []
  const placed: { key: string | null; body: CheckoutBody }[] = []
  server.use(
    http.get('*/parcel/categories', () => HttpResponse.json(testCategories)),
    http.get('*/parcel/instructions', () => HttpResponse.json(testInstructions)),
    http.post<never, CheckoutBody>('*/checkout/quote', async ({ request }) => {
      const body = await request.json()
      asked.push(body)
      const answer = quotes(body, asked.length)
      if (answer === 'lost') return HttpResponse.error()
      return HttpResponse.json(answer, { status: 'rows' in answer ? 200 : 422 })
    }),
    http.post<never, CheckoutBody>('*/orders', async ({ request }) => {
      placed.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() })
      await delay(20)
      const answer = places[Math.min(placed.length, places.length) - 1] ?? 'lost'
      if (answer === 'lost') return HttpResponse.error()
      if (answer !== 'placed') return HttpResponse.json(answer, { status: 409 })
      return HttpResponse.json<PlaceOutputBody>({ order: testParcel, tracking_token: 'tracking-token-0001' })
    }),
  )
  return { asked, placed }
}

function open({ category, customer }: { category?: number; customer?: CustomerView } = { category: 1 }) {
  const onPlaced = vi.fn<(placed: PlaceOutputBody) => void>()
  const onSignIn = vi.fn<() => void>()
  function Form() {
    const [categoryId, setCategory] = useState(category)
    return (
      <ParcelCheckout
        categoryId={categoryId}
        onCategory={setCategory}
        customer={customer}
        isPending={false}
        signedIn={customer !== undefined}
        placeInput={placeInput}
        coupons={({ onCode }) => <button onClick={() => onCode('TOWN10')}>Use TOWN10</button>}
        onBrowse={() => {}}
        onSignIn={onSignIn}
        onPlaced={onPlaced}
      />
    )
  }
  const ui = (
    <>
      <Form />
      <Toasts />
    </>
  )
  return { ...renderApp(ui), onPlaced, onSignIn }
}

const region = (name: string) => screen.findByRole('region', { name })
const button = () => screen.findByRole('button', { name: /^Send parcel/ })

async function chooseReceiver(user: ReturnType<typeof renderApp>['user'], place = hill.location) {
  await user.click(within(await region('Receiver')).getByRole('button', { name: place }))
}

async function introduce(user: ReturnType<typeof renderApp>['user'], at: string, name: string, phone: string) {
  const stop = within(await region(at))
  await user.clear(stop.getByLabelText('Contact name'))
  await user.type(stop.getByLabelText('Contact name'), name)
  await user.type(stop.getByLabelText('Phone'), phone)
  await user.tab()
}

beforeEach(() => {
  write({ guest_id: 'guest-secret-0123456789' })
  chooseModule(parcelModule)
  choosePlace({ location: harbour.location, point: harbour.point, zoneIds: [1] })
})

test('PCL-01 the form says what the price still needs, and then shows it row by row', async () => {
  const { asked } = serve({ quotes: (body) => ({ ...quoteOf(body), distance_km: 1234.56 }) })
  const { user } = open({})
  const summary = within(await region('Your parcel'))
  expect(summary.getByText('what you send')).toBeVisible()
  expect(asked).toEqual([])
  await user.click(await screen.findByRole('radio', { name: /^Documents/ }))
  await waitFor(() => expect(summary.queryByText('what you send')).toBeNull())
  expect(summary.getByText('where it goes')).toBeVisible()
  await chooseReceiver(user)
  expect(await summary.findByText('Base charge')).toBeVisible()
  expect(summary.getByText('1,234.6')).toBeVisible()
  expect(await button()).toHaveTextContent('$1.00')
  expect(screen.queryByText('receiver_missing')).toBeNull()
})

test('TRAP_R2 every change of a place, of what is sent and of the packages is priced again', async () => {
  const { asked } = serve()
  const { user } = open()
  await chooseReceiver(user)
  await waitFor(async () => expect(await button()).toHaveTextContent('$1.00'))
  await user.click(await screen.findByRole('button', { name: 'One more package' }))
  await waitFor(async () => expect(await button()).toHaveTextContent('$2.00'))
  await chooseReceiver(user, market.location)
  await waitFor(async () => expect(await button()).toHaveTextContent('$12.00'))
  await user.click(within(await region('Sender')).getByRole('button', { name: hill.location }))
  await waitFor(() => expect(asked.at(-1)?.address?.address).toBe(hill.location))
  await user.click(screen.getByRole('radio', { name: /^Big box/ }))
  // Of a big box there is one, whatever was counted before.
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ parcel_category_id: 2, parcel_quantity: 1 }))
})

test('TRAP_R2 a price that could not be fetched again stays, faint, and cannot be agreed to', async () => {
  let isDown = false
  serve({ quotes: (body) => (isDown ? 'lost' : quoteOf(body)) })
  const { user } = open()
  await chooseReceiver(user)
  await waitFor(async () => expect(await button()).toBeEnabled())
  isDown = true
  await user.click(await screen.findByRole('button', { name: 'One more package' }))
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(await button()).toBeDisabled()
  expect(screen.getByText('Base charge').closest('[aria-busy]')).toHaveAttribute('aria-busy', 'true')
  isDown = false
  await user.click(again)
  await waitFor(async () => expect(await button()).toHaveTextContent('$2.00'))
  expect(await button()).toBeEnabled()
})

test('PCL-01 a place that is not served is named where it was chosen', async () => {
  const message = 'Parcels are not brought to this address.'
  const refused = {
    ...missing('receiver_out_of_zone', 'receiver'),
    problems: [{ code: 'receiver_out_of_zone', field: 'receiver', message }],
  }
  serve({ quotes: (body) => (body.receiver ? refused : quoteOf(body)) })
  const { user } = open()
  await chooseReceiver(user)
  expect(await within(await region('Receiver')).findByText(message)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Send parcel/ })).toBeNull()
  expect(within(await region('Your parcel')).getByText('Please look at what is marked first.')).toBeVisible()
})

test('PCL-01 PCL-02 CHK-04 a parcel is placed once, with both people, and its destination is offered again', async () => {
  const { placed } = serve()
  const { user, onPlaced } = open()
  await chooseReceiver(user)
  const send = await button()
  await waitFor(() => expect(send).toBeEnabled())
  await user.click(send)
  // Nothing is sent until both are known.
  for (const at of ['Sender', 'Receiver'])
    expect(within(await region(at)).getByLabelText('Contact name')).toHaveAccessibleDescription('Name is required')
  expect(placed).toEqual([])
  await introduce(user, 'Sender', 'Asha Rao', '2025550123')
  await introduce(user, 'Receiver', 'Ben Okri', '2025550177')
  await user.click(screen.getByRole('checkbox', { name: 'Fragile' }))
  await user.type(screen.getByLabelText('What else the rider should know'), 'Ring twice')
  await user.click(screen.getByRole('radio', { name: /^The receiver/ }))
  expect(screen.queryByRole('radiogroup', { name: 'Payment' })).toBeNull()
  await waitFor(async () => expect(await button()).toBeEnabled())
  await user.dblClick(await button())
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce())
  expect(placed).toHaveLength(1)
  expect(placed[0]?.body).toMatchObject({
    source: 'parcel',
    order_type: 'parcel',
    parcel_category_id: 1,
    parcel_quantity: 1,
    charge_payer: 'receiver',
    payment_method: 'cash_on_delivery',
    address: { address: harbour.location, contact_person_name: 'Asha Rao', contact_person_number: '+12025550123' },
    receiver: { address: hill.location, contact_person_name: 'Ben Okri', contact_person_number: '+12025550177' },
    delivery_instruction: 'Fragile\nRing twice',
    accepted_total: 1,
    quote_digest: 'd-1',
    guest_id: 'guest-secret-0123456789',
  })
  expect(readDestinations()).toEqual([hill])
})

test('PCL-01 a parcel is not placed while the rider is told too much, and nothing of it is cut off', async () => {
  const { placed } = serve()
  const long = 'Handle with care. '.repeat(15).trim()
  server.use(
    http.get('*/parcel/instructions', () =>
      HttpResponse.json({ instructions: [{ id: 1, text: long }], limit: 100, offset: 1, total_size: 1 }),
    ),
  )
  const { user } = open()
  await chooseReceiver(user)
  await introduce(user, 'Sender', 'Asha Rao', '2025550123')
  await introduce(user, 'Receiver', 'Ben Okri', '2025550177')
  const note = screen.getByLabelText('What else the rider should know')
  await user.click(note)
  await user.paste('Ring twice. '.repeat(20).trim())
  expect(note).toBeValid()
  await user.click(screen.getByRole('checkbox', { name: long }))
  expect(note).toHaveAccessibleDescription(/Please shorten this by 9\.$/)
  await waitFor(async () => expect(await button()).toBeEnabled())
  await user.click(await button())
  expect(placed).toEqual([])
  await user.clear(note)
  await user.type(note, 'Ring twice.')
  expect(note).toBeValid()
  await user.click(await button())
  await waitFor(() => expect(placed[0]?.body).toMatchObject({ delivery_instruction: `${long}\nRing twice.` }))
})

test('PCL-01 ADDR-04 the notes of both addresses are shown, and the rider is told which door each is about', async () => {
  const mine = { ...harbour, contact_person_name: 'Asha Rao', contact_person_number: '+12025550123' }
  const contact = { ...mine, address: harbour.location, for: harbour.location, additional_information: 'The blue door' }
  write({ contact: JSON.stringify(contact) })
  const { placed } = serve()
  const { user } = open()
  await chooseReceiver(user)
  expect(within(await region('Sender')).getByLabelText('Additional information')).toHaveValue('The blue door')
  await user.type(within(await region('Receiver')).getByLabelText('Additional information'), 'Past the gate')
  await introduce(user, 'Receiver', 'Ben Okri', '2025550177')
  await user.type(screen.getByLabelText('What else the rider should know'), 'Ring twice')
  await waitFor(async () => expect(await button()).toBeEnabled())
  await user.click(await button())
  const delivery_instruction = 'Ring twice\nPick up at: The blue door\nBring to: Past the gate'
  await waitFor(() => expect(placed[0]?.body).toMatchObject({ delivery_instruction }))
})

test('PCL-02 up to five last destinations are offered for the receiver', async () => {
  for (const n of [1, 2, 3, 4, 5, 6]) storeDestination({ location: `${n} Reef Road`, point: hill.point })
  serve()
  open()
  expect(within(await region('Receiver')).getAllByText(/^Lately/)).toHaveLength(5)
  expect(within(await region('Sender')).queryByText(/^Lately/)).toBeNull()
})

test('PCL-01 what was typed survives a reload', async () => {
  serve()
  const first = open()
  await chooseReceiver(first.user)
  await first.user.click(await screen.findByRole('button', { name: 'One more package' }))
  await introduce(first.user, 'Receiver', 'Ben Okri', '2025550177')
  first.unmount()
  open()
  const stop = within(await region('Receiver'))
  expect(stop.getByRole('status')).toHaveTextContent(hill.location)
  expect(stop.getByLabelText('Contact name')).toHaveValue('Ben Okri')
  await waitFor(async () => expect(await button()).toHaveTextContent('$2.00'))
})

test('TRAP_C4 an e-mail that was typed as a guest is not sent with the parcel of a customer', async () => {
  const { placed } = serve()
  const guest = open()
  await chooseReceiver(guest.user)
  await introduce(guest.user, 'Sender', 'Asha Rao', '2025550123')
  await introduce(guest.user, 'Receiver', 'Ben Okri', '2025550177')
  await guest.user.type(screen.getByLabelText('Email (optional)'), 'other@example.com')
  guest.unmount()
  const { user } = open({ category: 1, customer: testCustomer })
  await waitFor(async () => expect(await button()).toBeEnabled())
  await user.click(await button())
  await waitFor(() => expect(placed).toHaveLength(1))
  expect(placed[0]?.body.address).toMatchObject({ contact_person_name: 'Asha Rao', contact_person_email: '' })
})

test('PCL-01 what the server finds wrong with a person stands at their field', async () => {
  const wrong: ErrorBody = refusal('invalid', 'Please enter a valid phone number.', {
    field: 'receiver.contact_person_number',
  })
  const { placed } = serve({ places: [wrong, 'placed'] })
  const { user, onPlaced } = open()
  await chooseReceiver(user)
  await introduce(user, 'Sender', 'Asha Rao', '2025550123')
  await introduce(user, 'Receiver', 'Ben Okri', '2025550177')
  await waitFor(async () => expect(await button()).toBeEnabled())
  await user.click(await button())
  const phone = within(await region('Receiver')).getByLabelText('Phone')
  await waitFor(() => expect(phone).toHaveAccessibleDescription('Please enter a valid phone number.'))
  await user.clear(phone)
  await user.type(phone, '2025550178')
  await user.tab()
  await user.click(await button())
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce())
  expect(placed[1]?.body.receiver?.contact_person_number).toBe('+12025550178')
})

test('CHK-05 a category that is no longer offered is named and leaves the form, and another can be chosen', async () => {
  const isOffered = (body: CheckoutBody) => body.parcel_category_id !== 1
  serve({ quotes: (body) => (isOffered(body) ? quoteOf(body) : missing('category_missing', 'parcel_category_id')) })
  let lists = 0
  server.use(
    http.get('*/parcel/categories', () => {
      lists++
      const categories = testCategories.categories.filter(({ id }) => lists === 1 || id !== 1)
      return HttpResponse.json({ ...testCategories, categories })
    }),
  )
  const { user } = open()
  await chooseReceiver(user)
  const what = within(await region('What you send'))
  expect(await what.findByText('category_missing')).toBeVisible()
  await waitFor(() => expect(what.queryByRole('radio', { name: /^Documents/ })).toBeNull())
  expect(lists).toBe(2)
  await user.click(await what.findByRole('radio', { name: /^Big box/ }))
  await waitFor(async () => expect(await button()).toBeEnabled())
  expect(what.queryByText('category_missing')).toBeNull()
})

test('TRAP_C4 another price is agreed to before the parcel is placed', async () => {
  const now: QuoteView = { ...parcelQuote, total: 5, to_pay: 5, digest: 'd-5' }
  const { placed } = serve({ places: [{ ...refusal('price_changed', 'The price changed.'), detail: now }, 'placed'] })
  const { user, onPlaced } = open()
  await chooseReceiver(user)
  await introduce(user, 'Sender', 'Asha Rao', '2025550123')
  await introduce(user, 'Receiver', 'Ben Okri', '2025550177')
  await waitFor(async () => expect(await button()).toBeEnabled())
  await user.click(await button())
  expect(await screen.findByRole('dialog', { name: 'The price changed' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send for $5.00' }))
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce())
  expect(placed[1]?.body).toMatchObject({ accepted_total: 5, quote_digest: 'd-5' })
})

test('CHK-04 after a lost answer only the same parcel can be asked for again', async () => {
  const { placed } = serve({ places: ['lost', 'lost', 'lost', 'placed'] })
  const { user, onPlaced } = open()
  await chooseReceiver(user)
  await introduce(user, 'Sender', 'Asha Rao', '2025550123')
  await introduce(user, 'Receiver', 'Ben Okri', '2025550177')
  await waitFor(async () => expect(await button()).toBeEnabled())
  await user.click(await button())
  expect(await screen.findByText('Was your parcel placed?')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce())
  expect(new Set(placed.map(({ key }) => key)).size).toBe(1)
})

test('CHK-04 a customer’s parcel without an answer needs a sign-in before it can be sent again', async () => {
  const { placed } = serve()
  writeTabValue('placing-parcel', { key: 'k', body: { source: 'parcel' }, at: Date.now(), signedIn: true })
  const { user, onSignIn } = open()
  expect(await screen.findByText(/Sign in again to see whether it was placed/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(onSignIn).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull()
  expect(placed).toEqual([])
})

test('PCL-01 categories that do not load can be asked for again', async () => {
  serve()
  server.use(
    http.get('*/parcel/categories', () => HttpResponse.json(refusal('internal', 'No.'), { status: 500 }), {
      once: true,
    }),
  )
  const { user } = open()
  const what = within(await region('What you send'))
  await user.click(await what.findByRole('button', { name: 'Try again' }))
  expect(await what.findByRole('radio', { name: /^Documents/ })).toBeChecked()
})
