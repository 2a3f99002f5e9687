import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
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
  expect(dialog.getByText('It costs nothing more: this time is part of your trip.')).toBeVisible()
  await user.click(dialog.getByRole('radio', { name: /1 hour more/ }))
  await user.click(dialog.getByRole('button', { name: 'Extend trip' }))
  expect(await screen.findByText('Your trip was extended')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([{ token: 'token-of-trip-00001', return_at: free.return_at, charge: 0 }])
})

test('RNT-11 the dialog says how an extension is paid as soon as a chosen one costs something', async () => {
  const at = (hours: number, charge: number) => ({ hours, return_at: `2026-01-31T1${2 + hours}:00:00Z`, charge })
  const trip = { ...testTrip, deposit: 0, extensions: [at(1, 0), at(2, 11)] }
  const { user } = renderApp(<ExtendTrip trip={trip} token={undefined} />)
  await user.click(screen.getByRole('button', { name: 'Keep it longer' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Keep it longer?' }))
  const paid = 'You pay for it when you bring it back.'
  expect(dialog.getByText(paid)).toBeVisible()
  await user.click(dialog.getByRole('radio', { name: /1 hour more/ }))
  expect(dialog.getByText(/It costs nothing more/)).toBeVisible()
  expect(dialog.queryByText(paid)).toBeNull()
  await user.click(dialog.getByRole('radio', { name: /2 hours more/ }))
  expect(dialog.getByText(paid)).toBeVisible()
})
