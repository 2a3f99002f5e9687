import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { TripCartView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { chooseModule, choosePlace } from '@/lib/scope/scope'
import { writeTabValue } from '@/lib/scope/tab-storage'
import { rentalModule } from '@/test/rental-fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { emptyTrip, testTripCart } from '@/test/trip-fixtures'
import { settleTripCart } from './settle-trip-cart'
import TripCount from './trip-count'

const kept = 'Location set successfully'
const cleared = 'Your cart has been cleared as the selected zone does not support the previous pickup point.'

/** Answers with this cart, whose pickup is in these zones. Returns the calls, each with its module. */
function serve(cart: TripCartView, zoneIds: number[], clearing: () => Response = () => HttpResponse.json(emptyTrip)) {
  const calls: string[] = []
  const note = (request: Request) => calls.push(`${request.method} ${request.headers.get('moduleId')}`)
  server.use(
    http.get('*/rental/cart', ({ request }) => {
      note(request)
      return HttpResponse.json(cart)
    }),
    http.get('*/zones/lookup', () => HttpResponse.json({ zone_ids: zoneIds })),
    http.delete('*/rental/cart', ({ request }) => {
      note(request)
      return clearing()
    }),
  )
  return calls
}

/** Chooses a module with the zones 1 and 2. */
async function settle() {
  const { queryClient, intl } = renderApp(<Toasts />)
  await settleTripCart({ chosen: { zones: [{ id: 1 }, { id: 2 }] }, rentalId: rentalModule.id, queryClient, intl })
}

beforeEach(() => {
  write({ guest_id: 'guest-secret-0123456789' })
  chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
})

test('RNT-12 a pickup in a zone of the module keeps the trip', async () => {
  const calls = serve(testTripCart, [7, 2])
  await settle()
  expect(await screen.findByText(kept)).toBeVisible()
  expect(calls).toEqual(['GET 15'])
})

test('RNT-12 any other pickup clears it', async () => {
  const calls = serve(testTripCart, [7])
  await settle()
  expect(await screen.findByText(cleared)).toBeVisible()
  expect(calls).toEqual(['GET 15', 'DELETE 15'])
})

test('RNT-12 if clearing fails, the server’s message is shown', async () => {
  serve(testTripCart, [7], () => HttpResponse.json(refusal('internal', 'Please try again later.'), { status: 500 }))
  await settle()
  expect(await screen.findByText('Please try again later.')).toBeVisible()
  expect(screen.queryByText(cleared)).toBeNull()
})

test('RNT-12 an empty cart says nothing', async () => {
  const calls = serve(emptyTrip, [7])
  await settle()
  await waitFor(() => expect(calls).toEqual(['GET 15']))
  expect(screen.queryByText(kept)).toBeNull()
  expect(screen.queryByText(cleared)).toBeNull()
})

test('RNT-12 a lost connection changes nothing', async () => {
  const calls = serve(testTripCart, [7])
  server.use(http.get('*/rental/cart', () => HttpResponse.error()))
  await settle()
  expect(calls).toEqual([])
})

describe('a change of the place', () => {
  const choose = (...zoneIds: number[]) =>
    act(() => choosePlace({ location: 'Elsewhere', point: { lat: -11.4, lng: 65.2 }, zoneIds }))
  const inRental = () =>
    renderApp(
      <>
        <TripCount onCount={() => {}} />
        <Toasts />
      </>,
    )

  beforeEach(() => {
    chooseModule(rentalModule)
    choosePlace({ location: 'Here', point: { lat: -11.4, lng: 65.2 }, zoneIds: [7] })
  })

  test('RNT-12 to zones without the pickup clears the trip', async () => {
    const calls = serve(testTripCart, [7])
    inRental()
    choose(7) // the same zones
    expect(screen.queryByText(kept)).toBeNull()
    choose(1, 2)
    expect(await screen.findByText(cleared)).toBeVisible()
    expect(calls).toContain('DELETE 15')
  })

  test('RNT-12 to zones with the pickup keeps it', async () => {
    const calls = serve(testTripCart, [7])
    inRental()
    choose(1, 7)
    expect(await screen.findByText(kept)).toBeVisible()
    expect(calls).not.toContain('DELETE 15')
  })

  test('RNT-12 is noticed after the reload that follows it', async () => {
    serve(testTripCart, [7])
    writeTabValue('trip-zones', [7]) // by the page before the reload
    choose(1, 2)
    inRental()
    expect(await screen.findByText(cleared)).toBeVisible()
  })

  test('RNT-12 says nothing if rental was left meanwhile', async () => {
    const calls = serve(testTripCart, [7])
    inRental().unmount()
    choose(1, 2)
    const { queryClient } = inRental()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(calls, 'the cart is fetched to be counted, and not again to be checked').toEqual(['GET 15'])
  })
})
