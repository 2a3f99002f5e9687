import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { ClaimTripData, UnclaimedTripView } from '@/lib/api/types.gen'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { MyTrips } from './my-trips'

const stranger: UnclaimedTripView = {
  id: 21,
  provider_name: 'Anchor',
  trip_status: 'pending',
  total: 66,
  created_at: '2126-11-20T08:35:00Z',
  time_zone: 'Indian/Maldives',
}

test('RNT-11 TRAP_P4 a trip booked with the customer’s phone is theirs once they say so', async () => {
  const sent: ClaimTripData['body'][] = []
  server.use(
    http.get('*/rental/trips', () => HttpResponse.json({ trips: [], total_size: 0, limit: 20, offset: 1 })),
    http.get('*/rental/trips/unclaimed', () => HttpResponse.json({ trips: [stranger] })),
    http.post<never, ClaimTripData['body']>('*/rental/trips/21/claim', async ({ request }) => {
      sent.push(await request.json())
      if (sent.length === 1) {
        return HttpResponse.json({ errors: [{ code: 'internal', message: 'x' }], message: 'x' }, { status: 500 })
      }
      return HttpResponse.json({ trips: [] })
    }),
  )
  const { user } = renderApp(
    <>
      <MyTrips state="running" onState={() => {}} />
      <Toasts />
    </>,
  )
  const box = within(await screen.findByRole('region', { name: 'Is this trip yours?' }))
  const mine = box.getByRole('button', { name: 'Mine' })
  await user.click(mine)
  await waitFor(() => expect(sent).toHaveLength(1))
  await waitFor(() => expect(mine).toBeEnabled())
  await user.click(mine)
  expect(await screen.findByText('Trip 21 is now among your trips')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Is this trip yours?' })).toBeNull()
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(sent).toEqual([{ mine: true }, { mine: true }])
})
