import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'

/** A stream of events that never says anything. */
function silentStream() {
  return new HttpResponse(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } })
}

/**
 * Answers what a test says it answers, and refuses everything else; a shopper has
 * no other carts and no news, a store no coupons, and a town no offers, unless it says so. It proves nothing about the real server.
 */
export const server = setupServer(
  http.get('*/api/v1/events', silentStream),
  http.get('*/rental/trips/:id/events', silentStream),
  http.get('*/rental/trips/unclaimed', () => HttpResponse.json({ trips: [] })),
  http.get('*/carts', () => HttpResponse.json({ carts: [] })),
  http.get('*/flash-sales', () => HttpResponse.json({ now: '2026-11-20T12:00:00.000Z', flash_sales: [] })),
  http.get('*/campaigns', () =>
    HttpResponse.json({ now: '2026-11-20T12:00:00.000Z', campaigns: [], total_size: 0, limit: 20, offset: 1 }),
  ),
  http.get('*/coupons', () =>
    HttpResponse.json({ coupons: [], time_zone: 'UTC', total_size: 0, limit: 20, offset: 1 }),
  ),
)
