import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { ConfigView, LoginData, VerifyPhoneData } from '@/lib/api/types.gen'
import { choosePlace, currentScope } from '@/lib/scope/scope'
import { read, readJson } from '@/lib/scope/local-storage'
import { answerAddresses, testAunt, testHome } from '@/test/account-fixtures'
import { testShop } from '@/test/fixtures'
import { gate } from '@/test/gate'
import { server } from '@/test/server'
import {
  answer,
  button,
  identifier,
  onClose,
  password,
  prepareSignIn,
  sent,
  shop,
  show,
  signedIn,
} from '@/test/sign-in-world'
import SignInDialog from './sign-in-dialog'

beforeEach(prepareSignIn)

test('AUTH-02 empty and invalid fields have the documented error messages', async () => {
  const { user } = show()
  await user.click(button('Sign In'))
  expect(identifier()).toHaveAccessibleDescription('Email or phone number is required')
  expect(password()).toHaveAccessibleDescription('Password is required')
  await user.type(identifier(), 'asha')
  await user.type(password(), '12345')
  await user.click(button('Sign In'))
  expect(identifier()).toHaveAccessibleDescription('Must be a valid email or phone number')
  expect(password()).toHaveAccessibleDescription('Password is too short - should be 6 chars minimum.')
  expect(password()).toHaveAttribute('placeholder', expect.stringContaining('8'))
  expect(sent).toEqual([])
})

test('AUTH-06 the dialog closes when another tab has signed in, and nothing else happens', async () => {
  const { history } = show({ onward: '/checkout?page=cart' })
  expect(await screen.findByLabelText('Password')).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  act(() => {
    localStorage.setItem('token', 'token-of-the-other-tab-1')
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  })
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(history.location.href).toBe('/store/x')
  expect(sent).toEqual([])
})

test('AUTH-02 AUTH-06 C2 a password signs in with one request, removes the guest id and shows a toast', async () => {
  answer('login', {})
  const { user } = show()
  await user.type(identifier(), '12025550123')
  await user.type(password(), 'mango-lane-12')
  await user.click(button('Sign In'))
  expect(await screen.findByText('Logged in successfully')).toBeVisible()
  expect(sent).toEqual<{ path: string; body: LoginData['body'] }[]>([
    {
      path: 'login',
      body: {
        login_type: 'manual',
        email_or_phone: '+12025550123',
        field_type: 'phone',
        password: 'mango-lane-12',
        guest_id: 'guest-secret-000000001',
      },
    },
  ])
  expect(currentScope()).toMatchObject({ signedIn: true, guestId: undefined })
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  ['a default address becomes the place on a new device', { ...testAunt, is_default: true }, undefined, '3 Mill Ring'],
  [
    'a default address does not replace a chosen place',
    { ...testAunt, is_default: true },
    '9 Quay Street',
    '9 Quay Street',
  ],
  ['a default address outside all zones is ignored', { ...testAunt, is_default: true, zone_ids: [] }, undefined, ''],
  ['an address that is not the default is ignored', testAunt, undefined, ''],
])('after a sign-in %s', async (_, address, chosen, location) => {
  answer('login', {})
  server.use(answerAddresses(testHome, address))
  if (chosen) choosePlace({ location: chosen, point: { lat: -11.4, lng: 65.21 }, zoneIds: [2] })
  const { user } = show()
  await user.type(identifier(), 'asha@example.com')
  await user.type(password(), 'mango-lane-12{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(currentScope()).toMatchObject({ signedIn: true, location })
})

test('a sign-in succeeds even if the addresses cannot be loaded', async () => {
  answer('login', {})
  server.use(http.get('*/customer/addresses', () => HttpResponse.error()))
  const { user } = show()
  await user.type(identifier(), 'asha@example.com')
  await user.type(password(), 'mango-lane-12{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(currentScope().signedIn).toBe(true)
})

test('AUTH-02 remember me stores the identifier, but never the password', async () => {
  answer('login', {})
  const { user, unmount } = show()
  await user.type(identifier(), 'asha@example.com')
  await user.type(password(), 'mango-lane-12')
  await user.click(screen.getByLabelText('Remember me'))
  await user.click(button('Sign In'))
  await waitFor(() => expect(read('userDatafor')).toBe('{"email_or_phone":"asha@example.com"}'))
  expect(JSON.stringify({ ...localStorage })).not.toContain('mango')
  unmount()
  show()
  expect(identifier()).toHaveValue('asha@example.com')
  expect(screen.getByLabelText('Remember me')).toBeChecked()
})

test('AUTH-02 the error of wrong credentials is shown at the password', async () => {
  const message = 'Your email or phone or password is wrong.'
  answer('login', { status: 401, code: 'wrong_credentials', message })
  const { user } = show()
  await user.click(button('Asha Rao'))
  await user.click(button('Sign In'))
  await waitFor(() => expect(password()).toHaveAccessibleDescription(message))
  expect(currentScope().signedIn).toBe(false)
})

test('API-07 AUTH-04 AUTH-10 a phone gets a code, which signs in together with its proof', async () => {
  const message = 'We have sent you a code.'
  answer('login', { token: '', is_phone_verified: 0, proof: 'sending-1', demo_otp: '123456', message })
  answer('verify-phone', {})
  const { user } = show()
  await user.click(button('Sign in with a code by phone'))
  await user.click(button('Send me a code'))
  expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription('Please give a phone number')
  await user.type(screen.getByLabelText('Phone'), '20255')
  await user.click(button('Send me a code'))
  expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription('Number must be 10 digits')
  await user.clear(screen.getByLabelText('Phone'))
  await user.type(screen.getByLabelText('Phone'), '2025550123')
  await user.click(button('Send me a code'))
  expect(await screen.findByText('For demo purpose use otp', { exact: false })).toHaveTextContent('123456')
  expect(screen.getByText(message)).toBeVisible()
  await user.type(screen.getByLabelText('Six-digit code'), '123456')
  expect(await screen.findByText('Logged in successfully')).toBeVisible()
  expect(sent.at(-1)?.body).toEqual<VerifyPhoneData['body']>({
    otp: '123456',
    login_type: 'otp',
    verification_type: 'phone',
    phone: '+12025550123',
    proof: 'sending-1',
    guest_id: 'guest-secret-000000001',
  })
})

test('AUTH-04 after going back, the phone stays and the code that was sent can still be typed', async () => {
  const soon = { code_expires_in: 280, resend_in: 40 }
  answer(
    'login',
    { token: '', is_phone_verified: 0, proof: 'sending-1', phone: '+12025550123' },
    { status: 429, code: 'too_many', message: 'A code is on its way.', detail: soon },
  )
  answer('verify-phone', {})
  const { user } = show()
  await user.click(button('Sign in with a code by phone'))
  await user.type(screen.getByLabelText('Phone'), '2025550123{Enter}')
  await screen.findByLabelText('Six-digit code')
  await user.click(button('Go Back'))
  expect(screen.getByLabelText('Phone')).toHaveValue('(202) 555-0123')
  await user.click(button('Send me a code'))
  expect(await screen.findByLabelText('Six-digit code')).toBeVisible()
  expect(button(/^Resend in 0:(40|39)/)).toBeDisabled()
  expect(screen.queryByText('A code is on its way.')).toBeNull()
  await user.type(screen.getByLabelText('Six-digit code'), '123456')
  expect(await screen.findByText('Logged in successfully')).toBeVisible()
  expect(sent.at(-1)?.body).toMatchObject({ proof: 'sending-1', otp: '123456', phone: '+12025550123' })
})

test('AUTH-06 an unverified e-mail is verified with the proof of the previous step', async () => {
  answer(
    'login',
    { token: '', is_email_verified: 0, proof: 'p1' },
    { token: '', is_email_verified: 0, proof: 'p1', demo_otp: '654321' },
  )
  answer('verify-phone', {})
  const { user } = show()
  await user.click(button('Asha Rao'))
  await user.click(button('Sign In'))
  await user.type(await screen.findByLabelText('Six-digit code'), '111111')
  expect(screen.getByText('asha@example.com')).toBeVisible()
  expect(await screen.findByText('Logged in successfully')).toBeVisible()
  expect(sent.at(-1)?.body).toMatchObject({
    login_type: 'manual',
    verification_type: 'email',
    email: 'asha@example.com',
    proof: 'p1',
  })
})

test('C1 CART-01 a conflict between carts of two stores is stored', async () => {
  const conflict = {
    module_id: 10,
    guest_store: 'Noon Box',
    guest_units: 2,
    account_store: 'Plant Shed',
    account_units: 1,
  }
  answer('login', { customer_id: 7, cart_conflict: [conflict] })
  const { user } = show()
  await user.click(button('Asha Rao'))
  await user.click(button('Sign In'))
  await screen.findByText('Logged in successfully')
  expect(readJson('cart_conflict')).toEqual({
    customer: '7',
    guestId: 'guest-secret-000000001',
    carts: [conflict],
  })
})

test('AUTH-01 only enabled sign-in methods are shown', () => {
  const social = (login_medium: 'google' | 'apple', status: boolean) =>
    ({
      login_medium,
      status,
      client_id: 'id',
      authorization_url: 'https://accounts.example/auth',
      redirect_path: '/auth',
      response_mode: 'fragment',
      response_type: 'id_token',
      scope: 'openid',
    }) as const
  const onlyGoogle: ConfigView = {
    ...shop,
    centralize_login: { ...testShop.centralize_login, social_login_status: 1, google_login_status: 1 },
    social_login: [social('google', true), social('apple', false)],
  }
  show({}, { shop: onlyGoogle })
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Continue with Apple' })).toBeNull()
  expect(dialog.queryByRole('textbox')).toBeNull()
  expect(dialog.queryByText(/New here/)).toBeNull()
})

test('AUTH-01 D24 without a sign-in method there is no dialog', () => {
  show({}, { shop: testShop })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('AUTH-04 AUTH-10 Resend sends another code, which is verified with its new proof', async () => {
  answer(
    'login',
    { token: '', is_phone_verified: 0, proof: 'sending-1' },
    { token: '', is_phone_verified: 0, proof: 'sending-2', message: 'We have sent you a code.' },
  )
  answer('verify-phone', {})
  const { user } = show()
  await user.click(button('Sign in with a code by phone'))
  await user.type(screen.getByLabelText('Phone'), '2025550123')
  await user.click(button('Send me a code'))
  await screen.findByLabelText('Six-digit code')
  vi.setSystemTime(Date.now() + 61_000)
  await user.click(await screen.findByRole('button', { name: 'Resend' }, { timeout: 3_000 }))
  expect(await screen.findByText('We have sent you a code.')).toBeVisible()
  expect(sent).toHaveLength(2)
  expect(sent.at(-1)?.body).toMatchObject({ login_type: 'otp', phone: '+12025550123' })
  expect(sent.at(-1)?.body).not.toHaveProperty('proof')
  await user.type(screen.getByLabelText('Six-digit code'), '123456')
  expect(await screen.findByText('Logged in successfully')).toBeVisible()
  expect(sent.at(-1)?.body).toMatchObject({ otp: '123456', proof: 'sending-2' })
})

test('AUTH-06 who closes the dialog while its call runs is signed in, and stays on the page', async () => {
  const [respond, isTime] = gate()
  const login = vi.fn(async () => {
    await isTime
    return HttpResponse.json(signedIn)
  })
  server.use(http.post('*/auth/login', login))
  const { user, rerender, history } = show({ onward: '/checkout?page=cart' })
  await user.type(identifier(), '12025550123')
  await user.type(password(), 'mango-lane-12')
  await user.click(button('Sign In'))
  await waitFor(() => expect(login).toHaveBeenCalled())
  rerender(
    <>
      <SignInDialog opened={false} start="sign-in" onward="/checkout?page=cart" onClose={onClose} />
      <Toasts />
    </>,
  )
  respond()
  expect(await screen.findByText('Logged in successfully')).toBeVisible()
  expect(currentScope().signedIn).toBe(true)
  expect(history.location.pathname).toBe('/store/x')
  expect(onClose).not.toHaveBeenCalled()
})
