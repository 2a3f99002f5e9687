import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { ConfigView, ErrorBody, PasskeyView, PostPasskeyData } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { testCustomer, testToken } from '@/test/account-fixtures'
import { testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { Passkeys } from './passkeys'

const shop = { ...testShop, centralize_login: { ...testShop.centralize_login, passkey_login_status: 1 as const } }
const laptop: PasskeyView = { id: 4, name: 'My laptop', created_at: '2026-11-20T10:00:00Z', last_used_at: '' }
const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>()

beforeEach(() => {
  write({ token: testToken })
  vi.stubGlobal('PublicKeyCredential', class {})
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } })
  create.mockReset()
  server.use(
    http.get('*/customer/info', () => HttpResponse.json(testCustomer)),
    http.get('*/customer/passkeys', () => HttpResponse.json({ passkeys: [laptop] })),
    http.post('*/customer/passkeys/options', async ({ request }) => {
      const body = (await request.json()) as { current_password?: string }
      if (body.current_password !== 'mango-lane-12') {
        const message = 'This is not your current password.'
        const errors = [{ code: 'invalid', field: 'current_password', message }]
        return HttpResponse.json<ErrorBody>({ errors, message }, { status: 422 })
      }
      return HttpResponse.json({
        proof: 'proof-1',
        challenge: '-_8',
        rp_id: 'shop.example',
        rp_name: 'Hawker',
        user_handle: 'Nw',
        user_name: 'asha@example.com',
        algorithms: [-7],
        credentials: ['AQI'],
      })
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

const show = (of: ConfigView = shop) =>
  renderApp(
    <>
      <Passkeys />
      <Toasts />
    </>,
    { shop: of },
  )

test('a passkey is added with the device’s credential after the current password is checked', async () => {
  const added: PostPasskeyData['body'][] = []
  server.use(
    http.post<never, PostPasskeyData['body']>('*/customer/passkeys', async ({ request }) => {
      added.push(await request.json())
      return HttpResponse.json({ message: 'Your passkey has been added.' })
    }),
  )
  const bytes = (...all: number[]) => Uint8Array.from(all).buffer
  create.mockResolvedValue({
    rawId: bytes(255, 254),
    response: { clientDataJSON: bytes(1), attestationObject: bytes(2) },
  })
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a passkey' }))
  await user.type(dialog.getByLabelText('Name (optional)'), 'My phone')
  await user.type(await dialog.findByLabelText('Current password'), 'wrong{Enter}')
  await waitFor(() =>
    expect(dialog.getByLabelText('Current password')).toHaveAccessibleDescription('This is not your current password.'),
  )
  expect(create).not.toHaveBeenCalled()
  await user.clear(dialog.getByLabelText('Current password'))
  await user.type(dialog.getByLabelText('Current password'), 'mango-lane-12{Enter}')
  expect(await screen.findByText('Your passkey has been added.')).toBeVisible()
  expect(create.mock.calls[0]?.[0].publicKey).toMatchObject({
    challenge: Uint8Array.from([251, 255]),
    rp: { id: 'shop.example' },
    user: { id: Uint8Array.from([55]) },
    excludeCredentials: [{ id: Uint8Array.from([1, 2]) }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const credential = { id: '__4', client_data_json: 'AQ', attestation_object: 'Ag' }
  expect(added).toEqual([{ proof: 'proof-1', name: 'My phone', credential }])
})

test.each([
  [new DOMException('', 'NotAllowedError'), 'No passkey was made. Please try again.'],
  [new DOMException('', 'InvalidStateError'), 'This device has a passkey for your account already.'],
])('an error of the device is shown, and the dialog stays open: %s', async (refusal, words) => {
  create.mockRejectedValue(refusal)
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  await user.type(await screen.findByLabelText('Current password'), 'mango-lane-12{Enter}')
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByLabelText('Current password')).toHaveValue('mango-lane-12')
})

test('a passkey is removed after the current password', async () => {
  const removed = vi.fn<(id: unknown, body: unknown) => void>()
  server.use(
    http.delete('*/customer/passkeys/:id', async ({ params, request }) => {
      removed(params.id, await request.json())
      return HttpResponse.json({ message: 'Your passkey has been removed.' })
    }),
  )
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Remove My laptop' }))
  await user.type(await screen.findByLabelText('Current password'), 'mango-lane-12{Enter}')
  expect(await screen.findByText('Your passkey has been removed.')).toBeVisible()
  expect(removed).toHaveBeenCalledExactlyOnceWith('4', { current_password: 'mango-lane-12' })
})

test('without passkeys in the shop nothing is shown; a browser without passkeys cannot add one', async () => {
  const { unmount } = show(testShop)
  expect(screen.queryByRole('heading', { name: 'Passkeys' })).toBeNull()
  unmount()
  vi.unstubAllGlobals()
  show()
  expect(await screen.findByText('My laptop')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})
