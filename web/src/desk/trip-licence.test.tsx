import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { CheckLicenceInputBody, StaffLicenceView } from '@/lib/api/types.gen'
import { renter, signedInDesk, testTrip } from '@/test/desk-world'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { TripLicence } from './trip-licence'

signedInDesk()

const waiting: StaffLicenceView = {
  status: 'waiting',
  id: 5,
  name: 'Asha Rao',
  number: 'AR-2040',
  expires_on: '2031-01-31',
  front: 'front-1',
  back: 'back-1',
  reason: '',
  checked_by: '',
  can_check: true,
}

const sent: CheckLicenceInputBody[] = []
let answers: (() => Response)[] = []

beforeEach(() => {
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => {}
  sent.length = 0
  server.use(
    http.get(
      '*/vendor/trips/1/driver-licence/:image',
      () => new HttpResponse('image', { headers: { 'Content-Type': 'image/jpeg' } }),
    ),
    http.post<never, CheckLicenceInputBody>('*/vendor/trips/1/driver-licence', async ({ request }) => {
      sent.push(await request.json())
      return answers.shift()?.() ?? HttpResponse.json(testTrip(1))
    }),
  )
})

test('RNT-11 a provider sees the licence and approves it after an answer was lost', async () => {
  answers = [() => HttpResponse.error()]
  const { user } = renderApp(<TripLicence member={renter} trip={testTrip(1, { driver_licence: waiting })} />)
  expect(screen.getByText('Check it before you hand the vehicle over.')).toBeVisible()
  expect(screen.getByText('AR-2040')).toBeVisible()
  expect(screen.getByText('Jan 31, 2031')).toBeVisible()
  expect(await screen.findByRole('img', { name: 'Driver’s licence, photo 2' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Approve licence' }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await expect
    .poll(() => sent)
    .toEqual([
      { licence_id: 5, approve: true },
      { licence_id: 5, approve: true },
    ])
})

test('RNT-11 an approval without an answer is not sent again once a colleague has refused the licence', async () => {
  answers = [() => HttpResponse.error()]
  const trip = (licence: Partial<StaffLicenceView>) => testTrip(1, { driver_licence: { ...waiting, ...licence } })
  const { user, rerender } = renderApp(<TripLicence member={renter} trip={trip({})} />)
  await user.click(screen.getByRole('button', { name: 'Approve licence' }))
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  const refused = {
    status: 'refused',
    reason: 'Dark',
    checked_by: 'Nadia',
    checked_at: '2026-11-24T10:00:00Z',
  } as const
  rerender(<TripLicence member={renter} trip={trip(refused)} />)
  expect(screen.getByText(/^Refused by/)).toHaveTextContent('Refused by Nadia: Dark')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Approve licence' }))
  await expect.poll(() => sent).toHaveLength(2)
})

test('RNT-11 a refusal needs a reason, and one of a replaced licence says so', async () => {
  answers = [() => HttpResponse.json(refusal('conflict', 'The licence was replaced meanwhile.'), { status: 409 })]
  const { user } = renderApp(<TripLicence member={renter} trip={testTrip(1, { driver_licence: waiting })} />)
  await user.click(screen.getByRole('button', { name: 'Refuse licence' }))
  await user.click(screen.getByRole('button', { name: 'Refuse licence' }))
  expect(screen.getByText('Please say why')).toBeVisible()
  await user.click(screen.getByLabelText('The photos cannot be read'))
  await user.click(screen.getByRole('button', { name: 'Refuse licence' }))
  expect(await screen.findByText('The licence was replaced meanwhile.')).toBeVisible()
  expect(sent).toEqual([{ licence_id: 5, approve: false, reason: 'The photos cannot be read' }])
})

test('RNT-11 without a licence there is nothing to check, and where none is needed there is nothing', () => {
  const none = { ...waiting, status: 'missing', id: 0, can_check: false } as const
  const { rerender } = renderApp(<TripLicence member={renter} trip={testTrip(1, { driver_licence: none })} />)
  expect(screen.getByText('The shopper has given no driver’s licence yet.')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<TripLicence member={renter} trip={testTrip(1)} />)
  expect(screen.queryByText('Driver’s licence')).toBeNull()
})
