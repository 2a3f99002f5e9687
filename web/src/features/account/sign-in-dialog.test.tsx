import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/toasts'
import type {
  ConfigView,
  LoginData,
  SignInView,
  SignUpData,
  UpdateInfoData,
  VerifyPhoneData,
} from '@/lib/api/types.gen'
import { choosePlace, currentScope, storeGuestId } from '@/lib/scope/scope'
import { read, write } from '@/lib/scope/local-storage'
import { readTabValue, writeTabValue } from '@/lib/scope/tab-storage'
import { answerAddresses, testAunt, testHome } from '@/test/account-fixtures'
import { testShop } from '@/test/fixtures'
import { gate } from '@/test/gate'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import SignInDialog from './sign-in-dialog'

const shop: ConfigView = {
  ...testShop,
  centralize_login: { ...testShop.centralize_login, manual_login_status: 1, otp_login_status: 1 },
  demo_accounts: [{ name: 'Asha Rao', email: 'asha@example.com', password: 'mango-lane-12' }],
}
const done: SignInView = {
  token: 'token-0123456789abcdef',
  is_personal_info: 1,
  is_exist_user: null,
  is_phone_verified: 1,
  is_email_verified: 1,
  email: 'asha@example.com',
  phone: '+12025550123',
  cart_conflict: [],
}
const onClose = vi.fn<() => void>()

type Body = { path: string; body: unknown }
const sent: Body[] = []

/** Sends the given responses in turn, and records the requests. */
function answer(
  path: string,
  ...answers: (
    Partial<SignInView> | { status: number; code: string; message: string; field?: string; detail?: unknown }
  )[]
) {
  let n = 0
  server.use(
    http.post(`*/auth/${path}`, async ({ request }) => {
      sent.push({ path, body: await request.json() })
      const next = answers[Math.min(n++, answers.length - 1)] ?? {}
      if (!('status' in next)) return HttpResponse.json({ ...done, ...next })
      const { status, code, message, field, detail } = next
      return HttpResponse.json({ errors: [{ code, message, field }], message, detail }, { status })
    }),
  )
}

const show = (
  part: Partial<Parameters<typeof SignInDialog>[0]> = {},
  options: { shop?: ConfigView; path?: string } = {},
) =>
  renderApp(
    <>
      <SignInDialog opened start="sign-in" onClose={onClose} {...part} />
      <Toasts />
    </>,
    { shop, path: '/store/x', ...options },
  )
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const identifier = () => screen.getByLabelText('Email or phone number')
const password = () => screen.getByLabelText('Password')

/** Fills in the sign-up form, and sends it. */
async function signUp(user: ReturnType<typeof show>['user']) {
  await user.type(screen.getByLabelText('Name'), 'Asha Rao')
  await user.type(screen.getByLabelText('Email'), 'asha@example.com')
  await user.type(screen.getByLabelText('Phone'), '2025550123')
  await user.type(password(), 'mango-lane-12')
  await user.type(screen.getByLabelText('Confirm password'), 'mango-lane-12')
  await user.click(screen.getByRole('checkbox'))
  await user.click(button('Sign Up'))
}

beforeEach(() => {
  sent.length = 0
  onClose.mockClear()
  storeGuestId('guest-secret-000000001')
  server.use(answerAddresses())
})

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

test.each([
  ['ORD-01', 'order'],
  ['RNT-11', 'trip'],
] as const)('%s D33 a guest keeps what they bought by signing up, which claims the %s', async (_id, kind) => {
  answer('sign-up', { customer_id: 7 })
  const claims: unknown[] = []
  server.use(
    http.post(kind === 'order' ? '*/orders/:id/claim' : '*/rental/trips/:id/claim', ({ request, params }) => {
      const { headers } = request
      claims.push([params.id, headers.get('X-Order-Token'), headers.get('Authorization'), currentScope().signedIn])
      return HttpResponse.json({})
    }),
  )
  const keeping = {
    kind,
    id: 17,
    token: 'tracking-token-0123456789',
    name: 'Asha Rao',
    email: 'asha@example.com',
    phone: '+12025550123',
  }
  const { user } = show({ start: 'sign-up', onward: `/${kind}/17`, keeping })
  expect(screen.getByLabelText('Name')).toHaveValue('Asha Rao')
  expect(screen.getByLabelText('Phone')).toHaveValue('(202) 555-0123')
  await user.type(screen.getByLabelText('Password'), 'mango-lane-12')
  await user.type(screen.getByLabelText('Confirm password'), 'mango-lane-12')
  await user.click(screen.getByRole('checkbox'))
  await user.click(button('Sign Up'))
  expect(await screen.findByText('Signup successfully.')).toBeVisible()
  expect(claims).toEqual([['17', 'tracking-token-0123456789', 'Bearer token-0123456789abcdef', false]])
  expect(sent.at(-1)?.body).toMatchObject({ email: 'asha@example.com', guest_id: 'guest-secret-000000001' })
  expect(read('customer')).toBe('7')
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

test('AUTH-06 a sign-up verifies the phone and then the e-mail, if the town requires both', async () => {
  const unproven = { token: '', is_phone_verified: 0, is_email_verified: 0 } as const
  answer('sign-up', { ...unproven, proof: 'p1' })
  answer('verify-phone', { ...unproven, is_phone_verified: 1, proof: 'p2' }, {})
  const { user } = show({ start: 'sign-up' })
  await signUp(user)
  expect(await screen.findByRole('heading', { name: 'Check your phone' })).toBeVisible()
  await user.type(screen.getByLabelText('Six-digit code'), '111111')
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible()
  expect(currentScope().signedIn).toBe(false)
  await user.type(screen.getByLabelText('Six-digit code'), '222222')
  expect(await screen.findByText('Signup successfully.')).toBeVisible()
  expect(currentScope().signedIn).toBe(true)
  expect(sent.slice(1)).toMatchObject([
    { path: 'verify-phone', body: { otp: '111111', verification_type: 'phone', phone: '+12025550123', proof: 'p1' } },
    {
      path: 'verify-phone',
      body: { otp: '222222', verification_type: 'email', email: 'asha@example.com', proof: 'p2' },
    },
  ])
})

test('AUTH-06 a new customer enters a name, and cannot change the verified phone', async () => {
  answer('login', { token: '', is_phone_verified: 0 })
  answer('verify-phone', { token: '', is_personal_info: 0, email: '', proof: 'p2' })
  answer('update-info', { status: 422, code: 'invalid', field: 'name', message: 'First name is required' }, {})
  const { user } = show()
  await user.click(button('Sign in with a code by phone'))
  await user.type(screen.getByLabelText('Phone'), '2025550123{Enter}')
  await user.type(await screen.findByLabelText('Six-digit code'), '123456{Enter}')
  expect(await screen.findByLabelText(/^Phone/)).toHaveAttribute('readonly')
  await user.click(button('Continue'))
  const name = screen.getByLabelText(/^Name/)
  await waitFor(() => expect(name).toHaveAccessibleDescription('First name is required'))
  await user.type(name, 'Asha Rao')
  await user.click(button('Continue'))
  expect(await screen.findByText('Logged in successfully')).toBeVisible()
  expect(sent.at(-1)?.body).toMatchObject({ name: 'Asha Rao', phone: '+12025550123', proof: 'p2', login_type: 'otp' })
})

test.each([
  ['Yes, it’s me', 'yes'],
  ['No, make a new account', 'no'],
] as const)('AUTH-06 “Is it you” can be answered with %j', async (label, is_exist_user) => {
  answer('login', { token: '', is_phone_verified: 0 })
  answer('verify-phone', { token: '', proof: 'p3', is_exist_user: { name: 'Asha Rao', image: '' } })
  answer('update-info', {})
  const { user } = show()
  await user.click(button('Sign in with a code by phone'))
  await user.type(screen.getByLabelText('Phone'), '2025550123{Enter}')
  await user.type(await screen.findByLabelText('Six-digit code'), '123456{Enter}')
  expect(await screen.findByText('Asha Rao')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Is it you?' })).toBeVisible()
  await user.click(button(label))
  expect(await screen.findByText('Logged in successfully')).toBeVisible()
  expect(sent.at(-1)?.body).toEqual<UpdateInfoData['body']>({
    is_exist_user,
    proof: 'p3',
    login_type: 'otp',
    guest_id: 'guest-secret-000000001',
  })
})

test('AUTH-05 the sign-up form shows all errors, and its button is disabled until the terms are accepted', async () => {
  const { user } = show({ start: 'sign-up' })
  expect(button('Sign Up')).toBeDisabled()
  await user.click(screen.getByRole('checkbox'))
  await user.click(button('Sign Up'))
  const field = (label: string) => screen.getByLabelText(label)
  expect(field('Name')).toHaveAccessibleDescription('First name is required')
  expect(field('Email')).toHaveAccessibleDescription('Email is required')
  expect(field('Phone')).toHaveAccessibleDescription('Please give a phone number')
  expect(field('Password')).toHaveAccessibleDescription('Password is required')
  await user.type(field('Email'), 'asha@')
  await user.type(field('Phone'), '2025')
  await user.type(field('Password'), 'mango-lane-12')
  await user.type(field('Confirm password'), 'mango-lane-13')
  await user.click(button('Sign Up'))
  expect(field('Email')).toHaveAccessibleDescription('Must be a valid email')
  expect(field('Phone')).toHaveAccessibleDescription('Number must be 10 digits')
  expect(field('Confirm password')).toHaveAccessibleDescription('Passwords must match')
  await user.clear(field('Email'))
  await user.click(field('Email'))
  await user.paste(`${'a'.repeat(250)}@example.com`)
  expect(field('Email')).toHaveValue(`${'a'.repeat(250)}@exam`) // 255 characters
  expect(sent).toEqual([])
})

test('AUTH-05 D7 a sign-up shows a toast, and sends the referral code if both settings are enabled', async () => {
  answer('sign-up', { status: 422, code: 'invalid', field: 'password', message: 'This password is too common.' }, {})
  const { user } = show({ start: 'sign-up' }, { shop: { ...shop, customer_wallet_status: 1, ref_earning_status: 1 } })
  await user.type(screen.getByLabelText('Name'), 'Asha Rao')
  await user.type(screen.getByLabelText('Email'), 'asha@example.com')
  await user.type(screen.getByLabelText('Phone'), '2025550123')
  await user.type(screen.getByLabelText('Password'), 'password1')
  expect(screen.getByRole('status')).toHaveTextContent('Strength: fair')
  await user.type(screen.getByLabelText('Confirm password'), 'password1')
  await user.type(screen.getByLabelText('Referral code (optional)'), 'ASHA26')
  expect(screen.getByRole('link', { name: 'terms and conditions' })).toHaveAttribute('href', '/terms-and-conditions')
  await user.click(screen.getByRole('checkbox'))
  await user.click(button('Sign Up'))
  await waitFor(() =>
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('This password is too common.'),
  )
  await user.click(button('Sign Up'))
  expect(await screen.findByText('Signup successfully.')).toBeVisible()
  expect(sent.at(-1)?.body).toEqual<SignUpData['body']>({
    name: 'Asha Rao',
    email: 'asha@example.com',
    phone: '+12025550123',
    password: 'password1',
    confirm_password: 'password1',
    ref_code: 'ASHA26',
    tandc: true,
    guest_id: 'guest-secret-000000001',
  })
})

const withReferral = { ...shop, customer_wallet_status: 1, ref_earning_status: 1 } as const
const unnamed = { token: '', is_personal_info: 0, proof: 'p3', email: '', phone: '+12025550123' } as const

/** Signs somebody new in by a code to a phone, up to the form for the name. */
async function enterName(user: ReturnType<typeof show>['user']) {
  answer('login', { token: '', is_phone_verified: 0, proof: 'p2' })
  answer('verify-phone', unnamed)
  await user.click(button(/code by phone/))
  await user.type(screen.getByLabelText('Phone'), '2025550123{Enter}')
  await user.type(await screen.findByLabelText('Six-digit code'), '123456')
  await user.type(await screen.findByLabelText(/^Name/), 'Asha Rao{Enter}')
}

test('AUTH-06 the referral code of a shared link is sent with the name of somebody new', async () => {
  writeTabValue('referral', 'MANGO23456')
  answer('update-info', {})
  const { user } = show({}, { shop: withReferral })
  await enterName(user)
  await waitFor(() => expect(currentScope().signedIn).toBe(true))
  expect(sent.at(-1)).toMatchObject({ path: 'update-info', body: { name: 'Asha Rao', ref_code: 'MANGO23456' } })
  expect(readTabValue('referral')).toBeNull()
})

test('AUTH-06 a referral code that the server refuses is not sent again', async () => {
  writeTabValue('referral', 'MANGO23456')
  const message = 'This referral code is not known.'
  answer('update-info', { status: 422, code: 'invalid', field: 'ref_code', message }, {})
  const { user } = show({}, { shop: withReferral })
  await enterName(user)
  expect(await screen.findByText(message)).toBeVisible()
  await user.click(button('Continue'))
  await waitFor(() => expect(currentScope().signedIn).toBe(true))
  expect(sent.at(-1)?.body).not.toHaveProperty('ref_code')
})

test('AUTH-05 the link that a friend has shared fills in the referral code, and the tab keeps it', () => {
  show({ start: 'sign-up' }, { shop: withReferral, path: '/auth?mode=sign-up&ref_code=MANGO23456' })
  expect(screen.getByLabelText('Referral code (optional)')).toHaveValue('MANGO23456')
  expect(readTabValue('referral')).toBe('MANGO23456')
})

test('AUTH-05 without wallet or referral there is no field for a referral code', () => {
  show({ start: 'sign-up' })
  expect(screen.queryByLabelText('Referral code (optional)')).toBeNull()
})

test.each([
  ['AUTH-05 LOC-10 a sign-up opens the interests', { zoneid: '1' }, '/interest'],
  ['AUTH-05 a sign-up without a place opens the home page', {}, '/home'],
  [
    'AUTH-05 a sign-up in the parcel module opens the home page',
    { zoneid: '1', module: '{"id":14,"module_type":"parcel","module_name":"Parcel"}' },
    '/home',
  ],
])('%s', async (_name, stored, way) => {
  write(stored)
  answer('sign-up', {})
  const { user, history } = show({ start: 'sign-up' })
  await signUp(user)
  await waitFor(() => expect(history.location.pathname).toBe(way))
})

test('C1 CART-01 a conflict between carts of two stores is stored', async () => {
  const conflict = {
    module_id: 10,
    guest_store: 'Noon Box',
    guest_units: 2,
    account_store: 'Plant Shed',
    account_units: 1,
  }
  answer('login', { cart_conflict: [conflict] })
  const { user } = show()
  await user.click(button('Asha Rao'))
  await user.click(button('Sign In'))
  await screen.findByText('Logged in successfully')
  expect(JSON.parse(sessionStorage.getItem('hk-cart-conflict') ?? '')).toEqual({
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
    return HttpResponse.json(done)
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
