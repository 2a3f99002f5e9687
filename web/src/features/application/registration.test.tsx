import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { ErrorBody, ZoneView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { testShop } from '@/test/fixtures'
import { gate } from '@/test/gate'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { sendApplication } from './application-queries'
import { Registration } from './registration'

vi.mock('@/components/map/town-map', () => ({ default: () => null, fetchWorker: () => Promise.resolve() }))

const zone: ZoneView = {
  id: 1,
  slug: 'old-town',
  name: 'Old Town',
  time_zone: 'UTC',
  coordinates: [
    { lat: 0, lng: 0 },
    { lat: 0, lng: 1 },
    { lat: 1, lng: 1 },
    { lat: 0, lng: 0 },
  ],
}
const shop = { ...testShop, toggle_store_registration: 1 as const, toggle_dm_registration: 1 as const }
const image = new File(['x'], 'me.png', { type: 'image/png' })

beforeEach(() => {
  server.use(
    http.get('*/business-plans', () => HttpResponse.json({ plans: [], least_password: 10 })),
    http.get('*/zones', () => HttpResponse.json({ zones: [zone] })),
  )
})
afterEach(() => write({ rider_application: null, store_application: null }))

const open = (onSent = vi.fn()) => renderApp(<Registration kind="rider" onSent={onSent} />, { shop })

type User = ReturnType<typeof open>['user']

const next = (user: User) => user.click(screen.getByRole('button', { name: 'Next' }))

async function fillPerson(user: User) {
  await user.type(await screen.findByLabelText('Name'), 'Ravi Das')
  await user.type(screen.getByLabelText('Phone'), '2025550179')
  await user.type(screen.getByLabelText('Email'), 'ravi@example.com')
  await user.type(screen.getByLabelText('Password for the desk'), 'copper-pan-78')
  await user.type(screen.getByLabelText('Confirm password'), 'copper-pan-78')
  await next(user)
}

async function fillRest(user: User) {
  await user.selectOptions(await screen.findByLabelText('Zone'), 'Old Town')
  await user.type(screen.getByLabelText('Vehicle'), 'Blue scooter')
  await next(user)
  await user.selectOptions(await screen.findByLabelText('Type of document'), 'Passport')
  await user.type(screen.getByLabelText('Its number'), 'X 123')
  for (const field of ['photo', 'identity_1']) {
    await user.upload(document.querySelector<HTMLInputElement>(`input[name=${field}]`)!, image)
  }
  await next(user)
}

test('REG-01 a step is left only when its fields are right', async () => {
  const { user } = open()
  await screen.findByLabelText('Name')
  await next(user)
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Name is required')
  expect(screen.getByLabelText('Name')).toHaveFocus()
  expect(screen.getByText('Step 1 of 4')).toBeVisible()
})

test('REG-01 a draft survives a reload, but not its password', async () => {
  const { user, unmount } = open()
  await fillPerson(user)
  expect(await screen.findByText('Step 2 of 4')).toBeVisible()
  expect(localStorage.getItem('rider_application')).not.toContain('copper')
  unmount()
  const again = open()
  expect(await screen.findByText('Step 2 of 4')).toBeVisible()
  expect(screen.getByText(/choose your pictures and the password again/)).toBeVisible()
  await again.user.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByLabelText('Email')).toHaveValue('ravi@example.com')
  expect(screen.getByLabelText('Password for the desk')).toHaveValue('')
})

test('REG-01 a draft is deleted after a question, and then nothing is said to be kept', async () => {
  const first = open()
  await fillPerson(first.user)
  first.unmount()
  const { user } = open()
  expect(await screen.findByText(/What you entered last time is still here/)).toBeVisible()
  const again = screen.getByRole('button', { name: 'Start again' })
  await user.click(again)
  const question = within(await screen.findByRole('dialog', { name: 'Start again?' }))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('Step 2 of 4')).toBeVisible()

  await user.click(again)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Start again' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('Name')).toHaveValue('')
  expect(screen.queryByText(/is still here/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Start again' })).toBeNull()
  expect(screen.getByRole('heading', { name: 'About you' })).toHaveFocus()
})

test('REG-01 a field that the server refuses is shown at its step, and the second try is sent', async () => {
  const keys: (string | null)[] = []
  const message = 'This password is too easy to guess. Please choose another one.'
  server.use(
    http.post('*/riders/register', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      if (keys.length === 1) return HttpResponse.error()
      if (keys.length === 2) {
        const errors = [{ code: 'invalid', field: 'password', message }]
        return HttpResponse.json<ErrorBody>({ errors, message }, { status: 422 })
      }
      return HttpResponse.json({ message: 'Thank you!', token: 'token-1' })
    }),
  )
  const onSent = vi.fn()
  const { user } = open(onSent)
  await fillPerson(user)
  await fillRest(user)
  const send = () => user.click(screen.getByRole('button', { name: 'Send the application' }))
  await send()
  expect(await screen.findByRole('alert')).toHaveTextContent('No connection.')
  await send()
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByText('Step 1 of 4')).toBeVisible()
  expect(keys[1], 'sent again as it was').toBe(keys[0])
  await user.type(screen.getByLabelText('Password for the desk'), '!')
  await user.type(screen.getByLabelText('Confirm password'), '!')
  for (let step = 0; step < 3; step++) await next(user)
  await send()
  await waitFor(() => expect(onSent).toHaveBeenCalledExactlyOnceWith('token-1'))
  expect(keys[2], 'it is another application now').not.toBe(keys[1])
  expect(localStorage.getItem('rider_application')).toBeNull()
})

/** The form, with a button that leads to another page. */
function Leaving({ onSent }: { onSent: (token: string) => void }) {
  const [isHere, setHere] = useState(true)
  return (
    <>
      {isHere && <Registration kind="rider" onSent={onSent} />}
      <button type="button" onClick={() => setHere(false)}>
        Leave
      </button>
      <Toasts />
    </>
  )
}

const refused: ErrorBody = {
  errors: [{ code: 'invalid', message: 'This town takes no applications.' }],
  message: 'This town takes no applications.',
}

test.each([
  ['it was sent', () => HttpResponse.json({ message: 'Thank you!', token: 'token-1' }), /has been sent/],
  ['it was refused', () => HttpResponse.json(refused, { status: 422 }), /has not been sent/],
  ['it may have arrived', () => HttpResponse.error(), /do not know whether your application has arrived/],
] as const)('REG-01 whoever has left the form stays there, and reads that %s', async (_what, respond, message) => {
  const [arrive, arrived] = gate()
  server.use(
    http.post('*/riders/register', async () => {
      await arrived
      return respond()
    }),
  )
  const onSent = vi.fn()
  const { user } = renderApp(<Leaving onSent={onSent} />, { shop })
  await fillPerson(user)
  await fillRest(user)
  await user.click(screen.getByRole('button', { name: 'Send the application' }))
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  arrive()
  expect(await screen.findByText(message)).toBeVisible()
  expect(onSent).not.toHaveBeenCalled()
  const look = screen.queryByRole('button', { name: 'Look at it' })
  if (look) await user.click(look)
  expect(onSent.mock.calls).toEqual(look ? [['token-1']] : [])
})

test('REG-01 a town that takes no applications says so', () => {
  renderApp(<Registration kind="store" onSent={() => {}} />, { shop: testShop })
  expect(screen.getByRole('heading', { name: 'We take no applications at the moment' })).toBeVisible()
})

test('REG-01 amounts are read as people write them, and the summary shows how they were understood', async () => {
  const sent = vi.fn<(minimum: unknown) => void>()
  server.use(
    http.post('*/vendors/register', async ({ request }) => {
      const form = await request.formData()
      sent(form.get('minimum_order'))
      return HttpResponse.json({ message: 'Thank you!', token: 'token-1' })
    }),
  )
  const values = { minimum_order: '1,500', tax: '7,25' }
  write({ store_application: JSON.stringify({ values, step: 4 }) })
  renderApp(<Registration kind="store" onSent={() => {}} />, { shop })
  const factOf = async (name: string) => (await screen.findByText(name)).nextSibling
  expect(await factOf('Minimum order')).toHaveTextContent('$1,500.00')
  expect(await factOf('Tax on what you sell, %')).toHaveTextContent('7.25')
  await sendApplication('store', { values, files: {}, locale: 'en', key: 'a-key' })
  expect(sent).toHaveBeenCalledExactlyOnceWith('1500')
})
