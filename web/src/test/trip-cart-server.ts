import { delay, http, HttpResponse } from 'msw'
import type { ErrorBody, TripCartView, TripLineView } from '@/lib/api/types.gen'
import { emptyTrip } from './trip-fixtures'
import { server } from './server'

type Answer = TripCartView | TripLineView[] | ErrorBody
/** A recorded call: what it does, and its body or query. */
type Sent = { call: string; body: Record<string, unknown> }

/** The names of the calls that change a trip cart. */
type Changes = Partial<Record<'add' | 'change line' | 'change trip' | 'remove' | 'clear', (Answer | 'lost')[]>>

/**
 * Answers the calls on the trip cart. A change that is made several times gets its answers one
 * after the other, and then the last one again. A list or an error body is a 409. Returns the
 * changes that were sent.
 */
export function serveTripCart(cart: TripCartView, changes: Changes = {}) {
  const sent: Sent[] = []
  let now = cart
  const answer = async (call: keyof Changes, body: Record<string, unknown>) => {
    const nth = sent.filter((one) => one.call === call).length
    sent.push({ call, body })
    await delay(20)
    const answers = changes[call] ?? []
    const next = answers[Math.min(nth, answers.length - 1)] ?? emptyTrip
    if (next === 'lost') return HttpResponse.error()
    if (!('carts' in next)) return HttpResponse.json(next, { status: 409 })
    now = next
    return HttpResponse.json(next)
  }
  const body = async (request: Request) => (await request.json()) as Record<string, unknown>
  const query = (request: Request) => ({ cart_ids: new URL(request.url).searchParams.getAll('cart_ids').map(Number) })
  server.use(
    http.get('*/rental/cart', () => HttpResponse.json(now)),
    http.post('*/rental/cart', async ({ request }) => answer('add', await body(request))),
    http.put('*/rental/cart', async ({ request }) => answer('change line', await body(request))),
    http.put('*/rental/cart/user/:id', async ({ request, params }) =>
      answer('change trip', { ...(await body(request)), id: Number(params.id) }),
    ),
    http.delete('*/rental/cart/items', ({ request }) => answer('remove', query(request))),
    http.delete('*/rental/cart', () => answer('clear', {})),
  )
  return sent
}
