import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { TrackingView } from '@/lib/api/types.gen'
import { focusFirstInvalid } from '@/lib/page/focus-invalid'
import { write } from '@/lib/scope/local-storage'
import { liveOrder, openOrder, orderToken, serveOrder } from '@/test/order-world'
import { server } from '@/test/server'
import { refusal, testOrder, testTracking } from '@/test/trade-fixtures'

// Maps need WebGL.
vi.mock('@/components/map/map-view', () => ({ MapView: () => null }))

beforeEach(() => write({ guest_id: 'guest-secret-0123456789' }))

const canceled: TrackingView = {
  ...testTracking,
  order_status: 'canceled',
  step: -1,
  can_cancel: false,
  updated_at: '2126-11-20T08:37:00Z',
}

test('ORD-04 canceling needs a reason from the list, and shows the result', async () => {
  onTestFinished(focusFirstInvalid())
  liveOrder()
  serveOrder()
  const sent: unknown[] = []
  server.use(
    http.post('*/orders/17/cancel', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...testOrder, cancel_reason: 'It takes too long', tracking: canceled })
    }),
  )
  const { user } = openOrder()
  await user.click(await screen.findByRole('button', { name: 'Cancel this order' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this order?' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel order' }))
  expect(dialog.getByRole('alert')).toHaveTextContent('Please choose a reason')
  const reason = dialog.getByRole('radio', { name: 'It takes too long' })
  await waitFor(() => expect(reason).toHaveFocus())
  await user.click(dialog.getByRole('button', { name: 'Cancel order' }))
  await waitFor(() => expect(reason).toHaveFocus())
  await user.click(reason)
  await user.click(dialog.getByRole('button', { name: 'Cancel order' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'This order was canceled' })).toBeVisible()
  expect(screen.getByText('Reason: It takes too long')).toBeVisible()
  expect(screen.queryByRole('list', { name: 'How far your order is' })).toBeNull()
  // Its text may be in another language than the shop's.
  expect(sent).toEqual([{ token: orderToken, reason: 'too_long' }])
  expect(await screen.findByText('The order was canceled')).toBeVisible()
})

test('ORD-04 reasons to cancel that did not load can be loaded again', async () => {
  liveOrder()
  serveOrder()
  let isUp = false
  server.use(
    http.get('*/orders/cancel-reasons', () =>
      isUp ? HttpResponse.json({ reasons: [{ id: 'mistake', reason: 'Ordered by mistake' }] }) : HttpResponse.error(),
    ),
  )
  const { user } = openOrder()
  await user.click(await screen.findByRole('button', { name: 'Cancel this order' }))
  const dialog = within(await screen.findByRole('dialog'))
  const again = await dialog.findByRole('button', { name: 'Try again' })
  isUp = true
  await user.click(again)
  expect(await dialog.findByRole('radio', { name: 'Ordered by mistake' })).toBeVisible()
})

test('ORD-04 TRAP_O5 if it is too late to cancel, the server’s message is shown', async () => {
  liveOrder()
  serveOrder()
  const message = 'This order can no longer be canceled.'
  server.use(http.post('*/orders/17/cancel', () => HttpResponse.json(refusal('conflict', message), { status: 409 })))
  const { user } = openOrder()
  await user.click(await screen.findByRole('button', { name: 'Cancel this order' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('radio', { name: 'Ordered by mistake' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel order' }))
  expect(await screen.findByText(message)).toBeVisible()
})
