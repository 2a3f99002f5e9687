import { screen, waitFor } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { CustomerView, PlaceTripOutputBody, TripCheckoutBody, TripQuoteView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { chooseModule } from '@/lib/scope/scope'
import { writeTabValue } from '@/lib/scope/tab-storage'
import { testCustomer } from '@/test/account-fixtures'
import { rentalModule } from '@/test/rental-fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { testTripQuote as quote } from '@/test/trip-fixtures'
import { TripCheckout } from './trip-checkout'

type Sent = { key: string | null; body: TripCheckoutBody }
type Answer = 'placed' | 'lost' | ReturnType<typeof refusal>

/** Answers quotes, and each call that places a trip with the next of the answers. Returns what those calls sent. */
function serve(answers: Answer[] = ['placed'], quoteFor: (body: TripCheckoutBody) => TripQuoteView = () => quote) {
  const sent: Sent[] = []
  server.use(
    http.post<never, TripCheckoutBody>('*/rental/quote', async ({ request }) =>
      HttpResponse.json(quoteFor(await request.json())),
    ),
    http.post<never, TripCheckoutBody>('*/rental/trips', async ({ request }) => {
      sent.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() })
      await delay(20)
      const answer = answers[Math.min(sent.length, answers.length) - 1]
      if (answer === 'lost') return HttpResponse.error()
      if (answer !== 'placed') return HttpResponse.json(answer, { status: 409 })
      return HttpResponse.json({ trip: { id: 9 }, tracking_token: 'tracking-token-0001' })
    }),
  )
  return sent
}

type Options = { isEmpty?: boolean; shop?: Parameters<typeof renderApp>[1]; customer?: CustomerView }

function open({ isEmpty = false, shop, customer }: Options = {}) {
  const onPlaced = vi.fn<(placed: PlaceTripOutputBody) => void>()
  const onBrowse = vi.fn()
  const onSignIn = vi.fn<() => void>()
  const { user } = renderApp(
    <>
      <TripCheckout
        about="trip:4"
        lines="[1]"
        isEmpty={isEmpty}
        isPending={false}
        signedIn={customer !== undefined}
        customer={customer}
        onBrowse={onBrowse}
        onSignIn={onSignIn}
        coupons={({ onCode }) => <button onClick={() => onCode('TRIP10')}>Use TRIP10</button>}
        licence={() => null}
        facts={(trip) => <p>From {trip.pickup_location.location_name}</p>}
        onPlaced={onPlaced}
      />
      <Toasts />
    </>,
    shop,
  )
  return { user, onPlaced, onBrowse, onSignIn }
}

const place = () => screen.findByRole('button', { name: /^Place trip/ })
const contact = (part = {}) =>
  write({
    contact: JSON.stringify({ contact_person_name: 'Asha Rao', contact_person_number: '+12025550123', ...part }),
  })

beforeEach(() => {
  write({ guest_id: 'guest-secret-0123456789' })
  chooseModule(rentalModule)
})

test('RNT-11 CHK-04 two quick clicks place one trip, with what the shopper has seen', async () => {
  contact()
  const sent = serve()
  const { user, onPlaced } = open()
  expect(await screen.findByText('From 2 Reef Road')).toBeVisible()
  expect(await screen.findByText('Tarn Ridge')).toBeVisible()
  const button = await place()
  expect(button).toHaveTextContent('$39.69')
  await waitFor(() => expect(button).toBeEnabled())
  await user.dblClick(button)
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce())
  expect(sent).toHaveLength(1)
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  expect(sent[0]?.body).toEqual({
    payment_method: 'cash_on_delivery',
    contact_person_name: 'Asha Rao',
    contact_person_number: '+12025550123',
    contact_person_email: '',
    accepted_total: 39.69,
    quote_digest: 'digest-1',
    guest_id: 'guest-secret-0123456789',
  })
})

test('RNT-11 CHK-02 without a contact nothing is sent, and the field says so', async () => {
  const sent = serve()
  const { user } = open()
  const button = await place()
  await waitFor(() => expect(button).toBeEnabled())
  await user.click(button)
  await waitFor(() => expect(screen.getByRole('textbox', { name: /name/i })).toHaveAttribute('aria-invalid', 'true'))
  expect(sent).toEqual([])
})

test('RNT-11 ADDR-05 TRAP_C4 a guest sees the e-mail that is sent, can change it, and Reset restores it', async () => {
  contact({ contact_person_email: 'old@example.com' })
  const sent = serve()
  const { user, onPlaced } = open()
  const email = await screen.findByLabelText('Email (optional)')
  expect(email).toHaveValue('old@example.com')
  await user.clear(email)
  await user.type(email, 'asha@')
  const button = await place()
  await waitFor(() => expect(button).toBeEnabled())
  await user.click(button)
  await waitFor(() => expect(email).toHaveAccessibleDescription('Must be a valid email'))
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  expect(email).toHaveValue('old@example.com')
  await user.clear(email)
  await user.click(button)
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce())
  expect(sent[0]?.body.contact_person_email).toBe('')
})

test('RNT-11 ADDR-05 a customer has no field for an e-mail: theirs is in the account', async () => {
  serve()
  open({ customer: testCustomer })
  expect(await screen.findByLabelText('Contact name')).toHaveValue('Asha Rao')
  expect(screen.queryByLabelText('Email (optional)')).toBeNull()
})

test('RNT-11 CHK-03 a gateway: the button says so, and the trip names it', async () => {
  contact()
  const sent = serve()
  const { user, onPlaced } = open()
  await user.click(await screen.findByRole('radio', { name: /^Sandbox/ }))
  expect(await screen.findByText(/The provider confirms it as soon as you have paid/)).toBeVisible()
  const button = await screen.findByRole('button', { name: /^Place trip and pay/ })
  await waitFor(() => expect(button).toBeEnabled())
  await user.click(button)
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce())
  expect(sent[0]?.body).toMatchObject({ payment_method: 'digital_payment', payment_gateway: 'sandbox' })
})

test('RNT-11 a coupon is quoted', async () => {
  contact()
  const codes: unknown[] = []
  serve(['placed'], (body) => {
    codes.push(body.coupon_code)
    return quote
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Use TRIP10' }))
  await waitFor(() => expect(codes).toContain('TRIP10'))
})

test('RNT-11 TRAP_C4 a changed trip asks before it is placed', async () => {
  contact()
  const now = { ...quote, total: 50, to_pay: 50, digest: 'digest-2' }
  const changed = { ...refusal('price_changed', 'The price changed.'), detail: now }
  const sent = serve([changed, 'placed'])
  const { user, onPlaced } = open()
  const button = await place()
  await waitFor(() => expect(button).toBeEnabled())
  await user.click(button)
  expect(await screen.findByRole('dialog', { name: 'Your trip changed' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Book for $50.00' }))
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce())
  expect(sent[1]?.body).toMatchObject({ accepted_total: 50, quote_digest: 'digest-2' })
})

test('RNT-11 TRAP_C4 the rules that changed are in the question', async () => {
  contact()
  const now = { ...quote, cancellation: { free_hours: 72, late_percent: 10 }, digest: 'digest-2' }
  serve([{ ...refusal('cart_changed', 'Your trip has changed.'), detail: now }, 'placed'])
  const { user } = open()
  const button = await place()
  await waitFor(() => expect(button).toBeEnabled())
  await user.click(button)
  const dialog = await screen.findByRole('dialog', { name: 'Your trip changed' })
  expect(dialog).toHaveTextContent('until 72 hours before the pickup. Later you get 10% back.')
})

test('RNT-11 a price that could not be fetched again can be asked for again, and is not agreed to before', async () => {
  contact()
  serve()
  const { user } = open()
  await waitFor(async () => expect(await place()).toBeEnabled())
  server.use(http.post('*/rental/quote', () => HttpResponse.error()))
  await user.click(screen.getByRole('button', { name: 'Use TRIP10' }))
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(await place()).toBeDisabled()
  serve()
  await user.click(again)
  await waitFor(async () => expect(await place()).toBeEnabled())
})

test('TRAP_R1 a vehicle that is taken blocks the trip, and says so', async () => {
  contact()
  const message = 'Tarn Ridge is not free at this time.'
  serve(['placed'], () => ({ ...quote, problems: [{ code: 'unavailable', message }] }))
  open()
  expect(await screen.findByText(message)).toBeVisible()
  expect(await place()).toBeDisabled()
})

test('CHK-04 after a lost response only the same trip can be asked for again', async () => {
  contact()
  const sent = serve(['lost', 'lost', 'lost', 'placed'])
  const { user, onPlaced } = open()
  const button = await place()
  await waitFor(() => expect(button).toBeEnabled())
  await user.click(button)
  expect(await screen.findByText('Was your trip placed?')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce())
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
})

test('CHK-04 a customer’s trip without a response needs a sign-in before it can be sent again', async () => {
  const sent = serve()
  writeTabValue('placing-trip', { key: 'k', body: {}, at: Date.now(), signedIn: true })
  const { user, onSignIn } = open({ isEmpty: true })
  expect(await screen.findByText(/Sign in again to see whether it was placed/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(onSignIn).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull()
  expect(sent).toEqual([])
})

test('RNT-11 an empty cart leads on', async () => {
  serve()
  const { user, onBrowse } = open({ isEmpty: true })
  await user.click(await screen.findByRole('button', { name: /Browse/ }))
  expect(onBrowse).toHaveBeenCalledOnce()
})

test('CART-08 TRAP_C3 a price that rose since the vehicle was added is shown, and prevents nothing', async () => {
  contact()
  const warnings = [{ code: 'price_changed', message: 'The price has gone up since you added this.', line_id: 1 }]
  const carts = quote.cart.carts.map((line) => ({ ...line, rate: 14, warnings }))
  serve(['placed'], () => ({ ...quote, cart: { ...quote.cart, carts } }))
  const { user, onPlaced } = open()
  const line = (await screen.findByText('Tarn Ridge')).closest('li')
  expect(line).toHaveTextContent('The price has gone up since you added this.')
  await user.click(await place())
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce())
})
