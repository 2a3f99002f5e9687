import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { SignUpData, UpdateInfoData } from '@/lib/api/types.gen'
import { currentScope } from '@/lib/scope/scope'
import { read, write } from '@/lib/scope/local-storage'
import { readTabValue, writeTabValue } from '@/lib/scope/tab-storage'
import { server } from '@/test/server'
import { answer, button, prepareSignIn, sent, shop, show, signUp } from '@/test/sign-in-world'

beforeEach(prepareSignIn)

const token = 'tracking-token-0123456789'
const bought = { id: 17, token, name: 'Asha Rao', email: 'asha@example.com', phone: '+12025550123' }

/** Completes the form of a guest whose name and contacts are known. */
async function signUpWithPassword(user: ReturnType<typeof show>['user']) {
  await user.type(screen.getByLabelText('Password'), 'mango-lane-12')
  await user.type(screen.getByLabelText('Confirm password'), 'mango-lane-12')
  await user.click(screen.getByRole('checkbox'))
  await user.click(button('Sign Up'))
}

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
  const { user } = show({ start: 'sign-up', onward: `/${kind}/17`, keeping: { ...bought, kind } })
  expect(screen.getByLabelText('Name')).toHaveValue('Asha Rao')
  expect(screen.getByLabelText('Phone')).toHaveValue('(202) 555-0123')
  await signUpWithPassword(user)
  expect(await screen.findByText('Signup successfully.')).toBeVisible()
  expect(claims).toEqual([['17', token, 'Bearer token-0123456789abcdef', false]])
  expect(sent.at(-1)?.body).toMatchObject({ email: 'asha@example.com', guest_id: 'guest-secret-000000001' })
  expect(read('customer')).toBe('7')
})

const refused = (code: string, status: number) => () =>
  HttpResponse.json({ errors: [{ code, message: 'Not now.' }], message: 'Not now.' }, { status })

test.each([
  ['order', 'guest_orders', 'no response', () => HttpResponse.error(), true],
  ['trip', 'guest_trips', 'too many calls', refused('too_many', 429), true],
  ['order', 'guest_orders', 'an order of somebody else', refused('not_found', 404), false],
] as const)('ORD-01 D33 the link of the %s in %s after %s', async (kind, key, _why, respond, isKept) => {
  answer('sign-up', { customer_id: 7 })
  server.use(http.post(kind === 'order' ? '*/orders/:id/claim' : '*/rental/trips/:id/claim', respond))
  write({ [key]: JSON.stringify([{ id: 17, token }]) })
  const { user } = show({ start: 'sign-up', onward: `/${kind}/17`, keeping: { ...bought, kind } })
  await signUpWithPassword(user)
  expect(await screen.findByText('Signup successfully.')).toBeVisible()
  expect(currentScope().signedIn).toBe(true)
  expect(read(key)?.includes(token) ?? false).toBe(isKept)
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

test('AUTH-05 AUTH-06 a sign-up whose contact was mistyped is corrected without typing the rest again', async () => {
  answer('sign-up', { token: '', is_email_verified: 0, proof: 'p1', email: 'asha@example.com' })
  const { user } = show()
  await user.click(button('Sign Up'))
  await signUp(user)
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible()
  await user.click(button('Go Back'))
  expect(screen.getByLabelText('Name')).toHaveValue('Asha Rao')
  expect(screen.getByLabelText('Email')).toHaveValue('asha@example.com')
  expect(screen.getByLabelText('Phone')).toHaveValue('(202) 555-0123')
  expect(screen.getByLabelText('Password')).toHaveValue('')
  await user.click(button('Sign In'))
  expect(screen.getByLabelText('Email or phone number')).toBeVisible()
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

test.each(['customer_wallet_status', 'ref_earning_status'] as const)(
  'AUTH-05 if %s is off, there is no field for a referral code',
  (flag) => {
    show({ start: 'sign-up' }, { shop: { ...withReferral, [flag]: 0 } })
    expect(screen.queryByLabelText('Referral code (optional)')).toBeNull()
  },
)

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
