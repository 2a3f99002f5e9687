import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { LicenceView, PutLicenceInputBody } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { gate } from '@/test/gate'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import Licence from './licence'
import LicenceBox from './licence-box'
import TripLicence from './trip-licence'

vi.mock(import('@/lib/account/shrink-image'), async (original) => ({
  ...(await original()),
  shrink: (file: File) => Promise.resolve(file),
}))

beforeEach(() => {
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => {}
})

const given: LicenceView = {
  id: 5,
  name: 'Asha Rao',
  number: 'AR-2040',
  expires_on: '2031-01-31',
  front: 'front-1',
  back: 'back-1',
  created_at: '2026-01-31T09:00:00Z',
  checks: [
    {
      provider_id: 1,
      provider_name: 'Anchor',
      status: 'refused',
      reason: 'It is dark',
      checked_at: '2026-01-31T10:00:00Z',
    },
    { provider_id: 2, provider_name: 'Heron', status: 'approved', reason: '', checked_at: '2026-01-31T09:30:00Z' },
  ],
}

const world = {
  licence: undefined as LicenceView | undefined,
  sent: [] as PutLicenceInputBody[],
  uploads: 0,
  failures: 0,
}

function serve() {
  Object.assign(world, { licence: undefined, sent: [], uploads: 0, failures: 0 })
  server.use(
    http.post('*/auth/guest', () => HttpResponse.json({ guest_id: 'guest-1' })),
    http.get('*/rental/driver-licence', () => HttpResponse.json({ licence: world.licence })),
    http.get('*/uploads/:id', () => new HttpResponse('image', { headers: { 'Content-Type': 'image/jpeg' } })),
    http.post('*/uploads', () => HttpResponse.json({ id: `image-${++world.uploads}` })),
    http.put<never, PutLicenceInputBody>('*/rental/driver-licence', async ({ request }) => {
      world.sent.push(await request.json())
      if (world.failures-- > 0) return HttpResponse.error()
      world.licence = { ...given, id: given.id + 1, checks: [] }
      return HttpResponse.json({ licence: world.licence })
    }),
  )
}

beforeEach(serve)

const photo = new File(['x'], 'licence.jpg', { type: 'image/jpeg' })

async function addPhotos(user: ReturnType<typeof renderApp>['user']) {
  const [front, back] = document.querySelectorAll<HTMLInputElement>('input[type=file]')
  await user.upload(front!, photo)
  await screen.findByRole('img', { name: 'Photo of the front' })
  await user.upload(back!, photo)
  await screen.findByRole('img', { name: 'Photo of the back' })
}

test('RNT-11 API-07 a licence that was lost on the way is said to be, before it is fetched again', async () => {
  world.failures = 1
  const { user } = renderApp(<Licence />)
  const save = await screen.findByRole('button', { name: 'Save driver’s licence' })
  await user.type(screen.getByLabelText('Name, as printed'), 'Asha Rao')
  await user.type(screen.getByLabelText('Licence number'), 'AR-2040')
  await user.click(screen.getByRole('checkbox', { name: 'It has no expiry date' }))
  await addPhotos(user)
  server.use(http.get('*/rental/driver-licence', () => new Promise<never>(() => {})))
  await user.click(save)
  expect(await screen.findByText(/^No connection/)).toBeVisible()
  expect(save).not.toHaveAttribute('aria-busy')
})

test('RNT-11 a licence is given after it was incomplete and then lost on the way', async () => {
  world.failures = 1
  const { user } = renderApp(<Licence />)
  const save = await screen.findByRole('button', { name: 'Save driver’s licence' })
  await user.click(save)
  expect(screen.getByLabelText('Licence number')).toHaveAccessibleDescription(
    'Please enter the number as it is printed on the licence.',
  )
  expect(screen.getByText('Please add a photo of the back.')).toBeVisible()
  expect(world.sent).toEqual([])

  await user.type(screen.getByLabelText('Name, as printed'), 'Asha Rao')
  await user.type(screen.getByLabelText('Licence number'), 'AR-2040')
  await user.type(screen.getByLabelText('Valid until'), '2031-01-31')
  await addPhotos(user)
  await user.click(save)
  expect(await screen.findByRole('alert')).toBeVisible()
  await user.click(save)
  expect(await screen.findByText('Jan 31, 2031')).toBeVisible()
  expect(screen.getByText(/No provider has checked it yet/)).toBeVisible()
  expect(world.sent).toHaveLength(2)
  expect(world.sent[1]).toMatchObject({
    number: 'AR-2040',
    expires_on: '2031-01-31',
    front: 'image-1',
    back: 'image-2',
  })
})

test('RNT-11 the page says what each provider found, and a change names the licence that was seen', async () => {
  world.licence = given
  const { user } = renderApp(<Licence />)
  const found = await screen.findByRole('region', { name: 'What providers found' })
  expect(found).toHaveTextContent('Anchor has refused it: It is dark')
  expect(found).toHaveTextContent('Heron has approved it.')
  await user.click(screen.getByRole('button', { name: 'Change' }))
  expect(screen.getByText(/every provider checks it again/)).toBeVisible()
  await user.click(screen.getByLabelText('It has no expiry date'))
  await user.click(screen.getByRole('button', { name: 'Save driver’s licence' }))
  await screen.findByText(/No provider has checked it yet/)
  expect(world.sent[0]).toMatchObject({ replaces: 5, front: 'front-1', back: 'back-1' })
  expect(world.sent[0]?.expires_on).toBeUndefined()
})

test('RNT-11 a change waits for its new photo', async () => {
  world.licence = given
  const [finish, arrives] = gate()
  server.use(http.post('*/uploads', () => arrives.then(() => HttpResponse.json({ id: 'front-2' }))))
  const { user } = renderApp(<Licence />)
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, photo)
  const save = screen.getByRole('button', { name: 'Save driver’s licence' })
  await user.click(save)
  expect(save).toHaveAttribute('aria-busy', 'true')
  finish()
  await waitFor(() => expect(save).not.toHaveAttribute('aria-busy'))
  await user.click(save)
  await waitFor(() => expect(world.sent.map(({ front }) => front)).toEqual(['front-2']))
})

test('RNT-11 what the server refuses stands at its field', async () => {
  world.licence = given
  const { user } = renderApp(<Licence />)
  server.use(
    http.put('*/rental/driver-licence', () =>
      HttpResponse.json(refusal('invalid', 'This licence has expired.', { field: 'expires_on' }), { status: 422 }),
    ),
  )
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  await user.click(screen.getByRole('button', { name: 'Save driver’s licence' }))
  expect(await screen.findByText('This licence has expired.')).toBeVisible()
  expect(screen.getByLabelText('Valid until')).toHaveAccessibleDescription('This licence has expired.')
})

test('RNT-11 a licence that a trip needs is not deleted, and then it is', async () => {
  world.licence = given
  const { user } = renderApp(<Licence />)
  let isNeeded = true
  server.use(
    http.delete('*/rental/driver-licence', ({ request }) => {
      if (isNeeded) return HttpResponse.json(refusal('conflict', 'A trip needs it.'), { status: 409 })
      expect(new URL(request.url).searchParams.get('id')).toBe('5')
      world.licence = undefined
      return HttpResponse.json({})
    }),
  )
  const remove = async () => {
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  }
  await remove()
  expect(await screen.findByText('AR-2040')).toBeVisible()
  isNeeded = false
  await remove()
  expect(await screen.findByLabelText('Licence number')).toHaveValue('')
})

test('RNT-11 a trip says why its licence was refused, and takes another one in a dialog', async () => {
  world.licence = given
  const { user } = renderApp(<LicenceBox state={{ status: 'refused', reason: 'It is dark' }} />)
  expect(screen.getByText('The provider has refused your driver’s licence. Please add another one.')).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('Reason: It is dark')
  await user.click(screen.getByRole('button', { name: 'Change driver’s licence' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByLabelText('Licence number')).toHaveValue('AR-2040')
})

test('RNT-11 a licence that is not saved yet outlives its dialog', async () => {
  const { user } = renderApp(<LicenceBox state={{ status: 'missing', reason: '' }} />)
  const open = () => user.click(screen.getByRole('button', { name: 'Add driver’s licence' }))
  await open()
  await user.type(await screen.findByLabelText('Licence number'), 'AR-2040')
  await user.click(screen.getByLabelText('It has no expiry date'))
  await addPhotos(user)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await open()
  expect(await screen.findByLabelText('Licence number')).toHaveValue('AR-2040')
  expect(screen.getByLabelText('It has no expiry date')).toBeChecked()
  expect(await screen.findByRole('img', { name: 'Photo of the back' })).toBeVisible()
  await user.type(screen.getByLabelText('Name, as printed'), 'Asha Rao')
  await user.click(screen.getByRole('button', { name: 'Save driver’s licence' }))
  await waitFor(() => expect(world.sent).toMatchObject([{ number: 'AR-2040', front: 'image-1', back: 'image-2' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each<[string, Parameters<typeof write>[0], boolean, { button: boolean; note: boolean }]>([
  [
    'a guest, perhaps another than the driver',
    { guest_id: 'guest-secret-0123456789' },
    false,
    { button: true, note: true },
  ],
  ['a guest whose vehicle is out', { guest_id: 'guest-secret-0123456789' }, true, { button: false, note: false }],
  ['a device that has only its link', {}, false, { button: false, note: true }],
  ['a device that has only its link, and the vehicle is out', {}, true, { button: false, note: false }],
])('RNT-11 the licence of a trip, for %s', (_, storage, isFixed, want) => {
  write(storage)
  renderApp(<TripLicence state={{ status: 'approved', reason: '' }} isFixed={isFixed} />)
  expect(screen.queryAllByRole('button', { name: 'Change driver’s licence' })).toHaveLength(want.button ? 1 : 0)
  const note = 'You can change it only on the device that you booked with.'
  expect(screen.queryAllByText(note)).toHaveLength(want.note ? 1 : 0)
})

test.each([
  ['the customer who booked it', true, 1],
  ['a customer who has only its link', false, 0],
  ['a customer of an older server', undefined, 1],
])('RNT-11 TRAP_P1 the licence of a trip, for %s', (_, isMine, buttons) => {
  write({ token: 'session-secret-0123456789' })
  renderApp(<TripLicence state={{ status: 'approved', reason: '', is_mine: isMine }} isFixed={false} />)
  expect(screen.queryAllByRole('button', { name: 'Change driver’s licence' })).toHaveLength(buttons)
  expect(screen.queryAllByText('Only the person who booked this trip can change it.')).toHaveLength(1 - buttons)
})
