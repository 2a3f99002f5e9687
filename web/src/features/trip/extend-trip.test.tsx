import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { Toasts } from '@/components/toasts'
import type { ExtendTripData } from '@/lib/api/types.gen'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { testTrip } from '@/test/trip-fixtures'
import { ExtendTrip } from './extend-trip'

test('RNT-11 an extension that costs nothing is offered as one, and its charge of 0 is sent', async () => {
  const free = { hours: 1, return_at: '2026-01-31T13:00:00Z', charge: 0 }
  const sent: ExtendTripData['body'][] = []
  server.use(
    http.post<never, ExtendTripData['body']>('*/rental/trips/17/extension', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...testTrip, extensions: [] })
    }),
  )
  const { user } = renderApp(
    <>
      <ExtendTrip trip={{ ...testTrip, extensions: [free] }} token="token-of-trip-00001" />
      <Toasts />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Keep it longer' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Keep it longer?' }))
  expect(dialog.getByText('$0.00')).toBeVisible()
  await user.click(dialog.getByRole('radio', { name: /1 hour more/ }))
  await user.click(dialog.getByRole('button', { name: 'Extend trip' }))
  expect(await screen.findByText('Your trip was extended')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([{ token: 'token-of-trip-00001', return_at: free.return_at, charge: 0 }])
})
