import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { CheckoutBody, CustomerView, ErrorBody, PlaceOutputBody, QuoteView } from '@/lib/api/types.gen'
import type { MapDialog } from '@/contracts/map-dialog'
import { chooseModule, choosePlace } from '@/lib/scope/scope'
import { write } from '@/lib/scope/local-storage'
import { testCartActions } from './cart-actions'
import { testShop } from './fixtures'
import { renderApp } from './render-app'
import { server } from './server'
import { testOrder, testQuote } from './trade-fixtures'
import { Checkout, type AddressSlot, type CouponSlot } from '@/features/checkout/checkout'
import type { CheckoutInput, Source } from '@/features/checkout/use-checkout'

export const guest = 'guest-secret-0123456789'
export const point = { lat: -11.41, lng: 65.2 }
export const token = 'tracking-token-0123456789'
export const asha = {
  contact_person_name: 'Asha Rao',
  contact_person_number: '+12025550123',
  contact_person_email: '',
  address_type: 'home',
  address: '12 Saffron Circus',
  house: '4',
  floor: '',
  road: '',
}

/** Answers quotes by what is asked; keeps what was asked, the newest last. */
export function shopQuotes(quoteOf: (asked: CheckoutBody) => QuoteView = () => testQuote) {
  const asked: CheckoutBody[] = []
  server.use(
    http.post<never, CheckoutBody, QuoteView>('*/checkout/quote', async ({ request }) => {
      const body = await request.json()
      asked.push(body)
      return HttpResponse.json(quoteOf(body))
    }),
  )
  return asked
}

type Placed = CheckoutBody & { key: string | null }

/** Answers orders in turn, the last one again and again; null is no answer. */
export function shopTakes(...answers: (PlaceOutputBody | ErrorBody | null)[]) {
  const placed: Placed[] = []
  server.use(
    http.post<never, CheckoutBody, PlaceOutputBody | ErrorBody>('*/orders', async ({ request }) => {
      placed.push({ ...(await request.json()), key: request.headers.get('Idempotency-Key') })
      const answer = answers[Math.min(placed.length, answers.length) - 1]
      if (!answer) return HttpResponse.error()
      return HttpResponse.json(answer, { status: 'order' in answer ? 200 : 409 })
    }),
  )
  return placed
}

export const order: PlaceOutputBody = { order: testOrder, tracking_token: token }

type Options = {
  shop?: typeof testShop
  from?: Source
  isEmpty?: boolean
  customer?: CustomerView
  addresses?: AddressSlot
  coupons?: CouponSlot
  mapDialog?: MapDialog
  signIn?: boolean
}

export function open({
  shop,
  from = { source: 'cart' },
  isEmpty = false,
  customer,
  addresses,
  coupons,
  mapDialog,
  signIn,
}: Options = {}) {
  const led = {
    onPlaced: vi.fn<CheckoutInput['onPlaced']>(),
    onBrowse: vi.fn<() => void>(),
    onSignIn: vi.fn<() => void>(),
  }
  const { cartActions, within: withCart } = testCartActions()
  const view = renderApp(
    withCart(
      <>
        <Checkout
          from={from}
          about="cart:3"
          lines=""
          isEmpty={isEmpty}
          isPending={false}
          signedIn={customer !== undefined}
          customer={customer}
          addresses={addresses}
          coupons={coupons}
          mapDialog={mapDialog ?? (() => null)}
          {...led}
          onSignIn={signIn ? led.onSignIn : undefined}
        />
        <Toasts />
      </>,
    ),
    { shop },
  )
  return { ...view, ...led, cartActions }
}

export const knowAsha = (more = {}) =>
  write({ contact: JSON.stringify({ ...asha, ...more, point, for: '12 Saffron Circus' }) })
export const placeButton = (amount = '22.73') =>
  screen.findByRole('button', { name: (name) => name.replace(/\s/g, '') === `Placeorder$${amount}` })
export const section = (name: string) => screen.findByRole('region', { name })

/** A guest in town, with a cart. */
export function beginAsGuest() {
  write({ guest_id: guest })
  chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
  choosePlace({ location: '12 Saffron Circus', point, zoneIds: [1] })
}
