import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OrderView, TrackingView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { liveStream } from '@/test/live-stream'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { testOrder, testTracking } from '@/test/trade-fixtures'
import { Order } from './order'

vi.mock('@/components/map/map-view', () => ({ MapView: () => null }))

const token = 'tracking-token-0123456789'
const waiting: Partial<TrackingView> = { prescription_status: 'waiting' }

const medicine: OrderView = {
  ...testOrder,
  prescription_status: 'waiting',
  prescription_images: ['mine', 'gone'],
  tracking: { ...testTracking, ...waiting },
}

beforeEach(() => {
  write({ guest_id: 'guest-secret-0123456789' })
  // jsdom has no object URLs.
  URL.createObjectURL = () => 'blob:image'
  URL.revokeObjectURL = () => {}
  server.use(
    http.get('*/orders/cancel-reasons', () => HttpResponse.json({ reasons: [] })),
    http.get('*/uploads/mine', () =>
      HttpResponse.arrayBuffer(new ArrayBuffer(8), { headers: { 'Content-Type': 'image/jpeg' } }),
    ),
    http.get('*/uploads/gone', () =>
      HttpResponse.json({ errors: [{ code: 'not_found', message: 'x' }], message: 'x' }, { status: 404 }),
    ),
  )
})

test('ITEM-11 the order waits for the pharmacist, who then accepts', async () => {
  const live = liveStream<TrackingView>('*/orders/17/events', 'tracking')
  server.use(http.get('*/orders/17', () => HttpResponse.json(medicine)))
  renderApp(<Order id={17} token={token} />)
  const box = await screen.findByRole('region', { name: 'A pharmacist is checking your prescription' })
  expect(await within(box).findByRole('img', { name: 'Photo 1 of your prescription' })).toBeVisible()
  expect(await within(box).findByText(/Photo 2 of your prescription: no longer there/)).toBeInTheDocument()
  expect(screen.getAllByText('Waiting for the pharmacist')[0]).toBeVisible()

  live.says({ ...testTracking, prescription_status: 'approved', updated_at: '2126-11-20T08:36:00Z' })
  expect(await screen.findByRole('region', { name: 'Your prescription is approved' })).toBeVisible()
  expect(screen.queryByText('Waiting for the pharmacist')).toBeNull()
})

test('ITEM-11 a refusal shows its reason', async () => {
  const live = liveStream<TrackingView>('*/orders/17/events', 'tracking')
  let order = medicine
  server.use(http.get('*/orders/17', () => HttpResponse.json(order)))
  renderApp(<Order id={17} token={token} />)
  await screen.findByRole('region', { name: 'A pharmacist is checking your prescription' })
  const refused: TrackingView = {
    ...testTracking,
    order_status: 'canceled',
    prescription_status: 'refused',
    step: -1,
    can_cancel: false,
    updated_at: '2126-11-20T08:36:00Z',
  }
  order = {
    ...medicine,
    order_status: 'canceled',
    prescription_status: 'refused',
    cancel_reason: 'This prescription has expired.',
    tracking: refused,
  }
  live.says(refused)
  expect(await screen.findByRole('region', { name: 'Your prescription was not accepted' })).toBeVisible()
  await waitFor(() => expect(screen.getByText('Reason: This prescription has expired.')).toBeVisible())
})
