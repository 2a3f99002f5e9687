import { http, HttpResponse } from 'msw'
import { expect } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import { Order } from '@/features/order/order'
import type { OrderView, TrackingView } from '@/lib/api/types.gen'
import { liveStream } from './live-stream'
import { renderApp } from './render-app'
import { server } from './server'
import { testOrder, testTracking } from './trade-fixtures'

/** Of the order 17. */
export const orderToken = 'tracking-token-0123456789'

/** Mocks the order's event stream, which is opened with the token or, for null, the session. */
export function liveOrder(asked: string | null = orderToken) {
  const live = liveStream<TrackingView>('*/orders/17/events', 'tracking', ({ headers, url }) =>
    expect([headers.get('X-Order-Token'), new URL(url).search]).toEqual([asked, '']),
  )
  return { ...live, says: (part: Partial<TrackingView>) => live.says({ ...testTracking, ...part }) }
}

/** Answers with an order, and with reasons to cancel it. Returns the tokens and queries of the calls. */
export const serveOrder = (order: OrderView = testOrder) => {
  const asked: string[] = []
  server.use(
    http.get('*/orders/cancel-reasons', () =>
      HttpResponse.json({
        reasons: [
          { id: 'too_long', reason: 'It takes too long' },
          { id: 'mistake', reason: 'Ordered by mistake' },
        ],
      }),
    ),
    http.get('*/orders/17', ({ request }) => {
      asked.push(`${request.headers.get('X-Order-Token') ?? ''}${new URL(request.url).search}`)
      return HttpResponse.json(order)
    }),
  )
  return asked
}

export const openOrder = (known: string | undefined = orderToken) =>
  renderApp(
    <>
      <Order id={17} token={known} />
      <Toasts />
    </>,
  )
