import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { write } from '@/lib/scope/local-storage'
import { renderPage } from '@/test/render-page'
import { server } from '@/test/server'
import { testOrder, testTracking } from '@/test/trade-fixtures'
import { testTrip } from '@/test/trip-fixtures'

vi.mock('@/components/map/map-view', () => ({ MapView: () => null }))

const token = 'tracking-token-0123456789'

const delivered = {
  ...testOrder,
  order_status: 'delivered',
  payment_status: 'paid',
  can_request_refund: true,
  tracking: { ...testTracking, order_status: 'delivered', step: 4, can_cancel: false },
}
const completed = {
  ...testTrip,
  trip_status: 'completed',
  payment_status: 'paid',
  can_cancel: false,
  can_request_refund: true,
  updated_at: new Date().toISOString(), // its token is deleted a day later
}

test.each([
  { name: 'Order', page: '/order', call: '*/orders', purchase: delivered },
  { name: 'Trip', page: '/trip', call: '*/rental/trips', purchase: completed },
])('ORD-04 RNT-11 what is written on a page of $page is not on the next', async ({ name, page, call, purchase }) => {
  const both = JSON.stringify([17, 18].map((id) => ({ id, token })))
  write({ guest_id: 'guest-secret-0123456789', guest_orders: both, guest_trips: both })
  const { user, history } = renderPage(`${page}/18`)
  server.use(
    http.get(`${call}/cancel-reasons`, () => HttpResponse.json({ reasons: [] })),
    http.get(`${call}/refund-reasons`, () => HttpResponse.json({ reasons: [{ id: 'damaged', reason: 'Damaged' }] })),
    http.get(`${call}/:id`, ({ params }) => HttpResponse.json({ ...purchase, id: Number(params.id) })),
  )
  const isAt = (id: number) => waitFor(() => expect(screen.getByRole('main')).toHaveTextContent(`${name} ${id}`))
  const openRequest = async () => {
    await user.click(await screen.findByRole('button', { name: 'Ask for a refund' }))
    const dialog = await screen.findByRole('dialog', { name: 'Ask for a refund' })
    return within(dialog).getByLabelText('Tell us more (optional)')
  }
  await isAt(18)
  act(() => history.push(`${page}/17`))
  await isAt(17)
  await user.type(await openRequest(), 'All wet')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => history.push(`${page}/18`))
  await isAt(18)
  expect(await openRequest()).toHaveValue('')
})
