import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { testTrip } from '@/test/trip-fixtures'
import { Trip } from './trip'

vi.mock(import('@/lib/account/shrink-image'), async (original) => ({
  ...(await original()),
  shrink: (file: File) => Promise.resolve(file),
}))

beforeEach(() => {
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => {}
})

test('RNT-11 a photo is added after a failure, with the token of the trip', async () => {
  let trip = { ...testTrip, photo_phases: ['before'] }
  const sent: unknown[] = []
  server.use(
    http.get('*/rental/trips/cancel-reasons', () => HttpResponse.json({ reasons: [] })),
    http.get('*/rental/trips/17', () => HttpResponse.json(trip)),
    http.get('*/rental/trips/17/photos/abc', ({ request }) => {
      sent.push(request.headers.get('X-Order-Token'))
      return new HttpResponse('image', { headers: { 'Content-Type': 'image/jpeg' } })
    }),
    http.post('*/rental/trips/17/photos', async ({ request }) => {
      if (sent.length === 0) {
        sent.push('failed')
        return HttpResponse.error()
      }
      sent.push(`${request.headers.get('X-Order-Token')} ${(await request.formData()).get('phase') as string}`)
      trip = {
        ...trip,
        photos: [{ id: 'abc', phase: 'before', by_staff: false, created_at: '2026-01-31T09:00:00Z' }],
      }
      return HttpResponse.json(trip)
    }),
  )
  const { user, container } = renderApp(<Trip id={17} token="token-of-trip-00001" />)
  await screen.findByRole('button', { name: 'Add pickup photos' })
  const field = container.querySelector<HTMLInputElement>('input[type=file]')!
  const photo = new File(['x'], 'car.jpg', { type: 'image/jpeg' })
  await user.upload(field, photo)
  expect(await screen.findByRole('alert')).toBeVisible()
  await user.upload(field, photo)
  expect(await screen.findByRole('img', { name: 'Your photo 1' })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(() => expect(sent).toEqual(['failed', 'token-of-trip-00001 before', 'token-of-trip-00001']))
})
