import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { PostTripReviewsData, TripView } from '@/lib/api/types.gen'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { testTrip } from '@/test/trip-fixtures'
import { Trip } from './trip'
import { TripCard } from './trip-card'

const line = testTrip.lines[0]!
const over: TripView = {
  ...testTrip,
  trip_status: 'completed',
  can_cancel: false,
  review: { given: [], vehicles: [line.vehicle_id] },
}

test('RNT-11 a review of a vehicle that fails keeps stars and text, and then is shown as it was given', async () => {
  const given = { id: 3, vehicle_id: line.vehicle_id, rating: 4, comment: 'Clean', images: [], reply: 'Thank you!' }
  const sent: PostTripReviewsData['body'][] = []
  server.use(
    http.get('*/rental/trips/17', () => HttpResponse.json(over)),
    http.post<never, PostTripReviewsData['body']>('*/rental/trips/17/reviews', async ({ request }) => {
      sent.push(await request.json())
      if (sent.length === 1) {
        return HttpResponse.json({ errors: [{ code: 'internal', message: 'x' }], message: 'x' }, { status: 500 })
      }
      const review = { given: [{ ...given, created_at: '2126-11-20T10:00:00Z' }], vehicles: [] }
      return HttpResponse.json({ ...over, review })
    }),
  )
  const { user } = renderApp(<Trip id={17} token="token-of-trip-00001" />)
  await user.click(await screen.findByRole('button', { name: 'Rate your trip' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rate your trip' }))
  const send = dialog.getByRole('button', { name: 'Send' })
  await user.click(send)
  expect(dialog.getByRole('alert')).toHaveTextContent('Please give at least one rating')
  const stars = within(dialog.getByRole('radiogroup', { name: line.name }))
  await user.click(stars.getByRole('radio', { name: '4 stars' }))
  await user.type(dialog.getByLabelText('Tell us more (optional)'), 'Clean')
  await user.click(send)
  await waitFor(() => expect(sent).toHaveLength(1))
  await waitFor(() => expect(send).toBeEnabled())
  expect(stars.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await user.click(send)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent[1]).toEqual({ vehicles: [{ vehicle_id: line.vehicle_id, rating: 4, comment: 'Clean', images: [] }] })
  const box = within(await screen.findByRole('region', { name: 'Your review' }))
  expect(box.getByText('Clean')).toBeVisible()
  expect(box.getByText('Reply from the provider')).toBeVisible()
  expect(box.queryByRole('button')).toBeNull()
})

test('RNT-11 whoever only has the link of a trip is not asked for a review', async () => {
  server.use(http.get('*/rental/trips/17', () => HttpResponse.json({ ...over, review: undefined })))
  renderApp(<Trip id={17} token="token-of-trip-00001" />)
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('button', { name: 'Rate your trip' })).toBeNull()
})

test('RNT-11 a card says that its trip can be rated', () => {
  renderApp(<TripCard trip={over} />)
  expect(screen.getByText('Rate this trip')).toBeVisible()
})
