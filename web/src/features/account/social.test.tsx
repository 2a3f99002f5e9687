import { createHash } from 'node:crypto'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ConfigView, SignInView, SocialBody, SocialLoginView } from '@/lib/api/types.gen'
import { clearForNewPerson } from '@/lib/account/session'
import { currentScope } from '@/lib/scope/scope'
import { readTabValue, writeTabValue } from '@/lib/scope/tab-storage'
import { answerAddresses } from '@/test/account-fixtures'
import { testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { SignInPage } from './sign-in-page'
import { isSocialReturn, readSocialReturn, type Return } from './social'
import { authorizationUrl, purposeHere } from './social-leave'

const google: SocialLoginView = {
  login_medium: 'google',
  status: true,
  client_id: 'client-1',
  authorization_url: 'https://accounts.example/auth?hl=en',
  redirect_path: '/auth',
  response_mode: 'fragment',
  response_type: 'id_token',
  scope: 'openid email profile',
}
const shop: ConfigView = {
  ...testShop,
  centralize_login: { ...testShop.centralize_login, social_login_status: 1, google_login_status: 1 },
  social_login: [google],
}
beforeEach(() => server.use(answerAddresses()))

const authRequest = { medium: 'google', state: 'state-1', nonce: 'nonce-1' } as const

test('AUTH-07 the authorization URL contains the hash of the nonce, but not the nonce', async () => {
  const url = new URL(await authorizationUrl(google, authRequest, 'https://shop.example'))
  expect(url.origin + url.pathname).toBe('https://accounts.example/auth')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    hl: 'en',
    client_id: 'client-1',
    redirect_uri: 'https://shop.example/auth',
    response_type: 'id_token',
    response_mode: 'fragment',
    scope: 'openid email profile',
    state: 'state-1',
    nonce: createHash('sha256').update('nonce-1').digest('base64url'),
  })
})

test.each<[string, string, Return]>([
  ['a token', 'state=state-1&id_token=t', { medium: 'google', token: 't', nonce: 'nonce-1' }],
  ['an access token', 'access_token=t&state=state-1', { medium: 'google', token: 't', nonce: 'nonce-1' }],
  ['a cancelled sign-in', 'error=access_denied&state=state-1', { medium: 'google', problem: 'cancelled' }],
  ['an error', 'error=server_error&state=state-1', { medium: 'google', problem: 'failed' }],
  ['a response with another state', 'state=state-2&id_token=t', { problem: 'failed' }],
  ['a response without a state', 'id_token=t', { problem: 'failed' }],
])('AUTH-07 %s is read from the fragment', (_name, hash, want) => {
  writeTabValue('social', authRequest)
  expect(isSocialReturn(`#${hash}`)).toBe(true)
  expect(readSocialReturn(hash)).toEqual(want)
})

test('AUTH-07 a response is accepted only once, and never without a request', () => {
  expect(readSocialReturn('state=state-1&id_token=t')).toEqual({ problem: 'failed' })
  writeTabValue('social', authRequest)
  readSocialReturn('state=state-1&id_token=t')
  expect(readSocialReturn('state=state-1&id_token=t')).toEqual({ problem: 'failed' })
})

const keeping = { kind: 'order' as const, id: 7, token: 'order-token', name: 'Asha', email: '', phone: '+12025550123' }

test.each([
  [
    'stays with its response',
    { onward: '/checkout?page=cart', keeping, atCheckout: true },
    { onward: '/checkout?page=cart', keeping, atCheckout: true },
  ],
  [
    'may be a trip to keep',
    { keeping: { ...keeping, kind: 'trip' } },
    { keeping: { ...keeping, kind: 'trip' }, atCheckout: false },
  ],
  ['keeps nothing else', { keeping: { ...keeping, kind: 'parcel' } }, { atCheckout: false }],
  ['never leads to another site', { onward: '//evil.example' }, { atCheckout: false }],
  ['may be damaged', { onward: 7, keeping: { ...keeping, id: 'x' }, atCheckout: 'yes' }, { atCheckout: false }],
  ['may be missing', undefined, undefined],
])('AUTH-07 why somebody signs in %s', (_name, purpose, want) => {
  writeTabValue('social', { ...authRequest, purpose })
  expect(readSocialReturn('state=state-1&id_token=t').purpose).toEqual(want)
  writeTabValue('social', { ...authRequest, purpose })
  expect(readSocialReturn('state=state-1&error=access_denied').purpose).toEqual(want)
})

test('AUTH-07 C2 a sign-in that leaves a checkout returns there; from other pages the purpose stays as it is', () => {
  const checkout = { pathname: '/checkout', search: '?page=cart' }
  expect(purposeHere({}, checkout)).toEqual({ onward: '/checkout?page=cart', atCheckout: true })
  expect(purposeHere({ onward: '/order/7' }, checkout)).toEqual({ onward: '/order/7', atCheckout: true })
  expect(purposeHere({ keeping }, { pathname: '/order/7', search: '' })).toEqual({ keeping })
})

test('an ordinary fragment is not a response of a provider', () => {
  expect(isSocialReturn('#content')).toBe(false)
  expect(isSocialReturn('')).toBe(false)
})

const signedIn: SignInView = {
  token: 'token-0123456789abcdef',
  is_personal_info: 1,
  is_exist_user: null,
  is_phone_verified: 1,
  is_email_verified: 1,
  email: '',
  phone: '',
  cart_conflict: [],
}

test('AUTH-07 a new customer enters a phone, which is sent with the proof', async () => {
  const message = 'Please give a phone number to go on.'
  const detail = { proof: 'proof-1', email: 'asha@example.com', name: 'Asha' }
  const bodies: unknown[] = []
  server.use(
    http.post('*/auth/social-login', async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json({ errors: [{ code: 'email', message }], message, detail }, { status: 422 })
    }),
    http.post('*/auth/social-register', async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json(signedIn)
    }),
  )
  const onDone = vi.fn<Parameters<typeof SignInPage>[0]['onDone']>()
  const returned: Return = { medium: 'google', token: 't', nonce: 'nonce-1' }
  writeTabValue('referral', 'MANGO23456')
  const { user } = renderApp(<SignInPage start="sign-in" returned={returned} onDone={onDone} />, {
    shop: { ...shop, customer_wallet_status: 1, ref_earning_status: 1 },
  })
  const phone = await screen.findByLabelText('Phone')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(phone).toHaveAccessibleDescription('Please give a phone number')
  await user.type(phone, '2025{Enter}')
  expect(phone).toHaveAccessibleDescription('Number must be 10 digits')
  await user.clear(phone)
  await user.type(phone, '2025550123{Enter}')
  await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith({ isNew: false }, undefined))
  expect(bodies).toEqual<SocialBody[]>([
    { medium: 'google', token: 't', nonce: 'nonce-1', login_type: 'social' },
    { medium: 'google', proof: 'proof-1', phone: '+12025550123', login_type: 'social', ref_code: 'MANGO23456' },
  ])
  expect(currentScope().signedIn).toBe(true)
})

test('AUTH-06 AUTH-07 a taken phone can be corrected when the name is asked for', async () => {
  const message = 'This phone number already has an account.'
  const refusal = { errors: [{ code: 'invalid', field: 'phone', message }], message }
  const bodies: unknown[] = []
  server.use(
    http.post('*/auth/social-login', () =>
      HttpResponse.json(
        { errors: [{ code: 'email', message: '' }], message: '', detail: { proof: 'proof-1', email: '', name: '' } },
        { status: 422 },
      ),
    ),
    http.post('*/auth/social-register', () =>
      HttpResponse.json<SignInView>({
        ...signedIn,
        token: '',
        is_personal_info: 0,
        phone: '+12025550123',
        proof: 'proof-2',
      }),
    ),
    http.post('*/auth/update-info', async ({ request }) => {
      bodies.push(await request.json())
      return bodies.length === 1 ? HttpResponse.json(refusal, { status: 422 }) : HttpResponse.json(signedIn)
    }),
  )
  const onDone = vi.fn<Parameters<typeof SignInPage>[0]['onDone']>()
  const returned: Return = { medium: 'google', token: 't', nonce: 'nonce-1' }
  const { user } = renderApp(<SignInPage start="sign-in" returned={returned} onDone={onDone} />, { shop })
  await user.type(await screen.findByLabelText('Phone'), '2025550123{Enter}')
  await user.type(await screen.findByLabelText(/^Name/), 'Kim{Enter}')
  const phone = screen.getByLabelText(/^Phone/)
  await waitFor(() => expect(phone).toHaveAccessibleDescription(message))
  expect(phone).not.toHaveAttribute('readonly')
  await user.clear(phone)
  await user.type(phone, '2025550124{Enter}')
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(bodies).toMatchObject([
    { name: 'Kim', phone: '+12025550123', proof: 'proof-2' },
    { name: 'Kim', phone: '+12025550124', proof: 'proof-2' },
  ])
})

test('AUTH-07 ORD-01 C2 the response of a provider claims the guest’s order, and what was typed at the checkout stays', async () => {
  const claims: unknown[] = []
  server.use(
    http.post('*/auth/social-login', () => HttpResponse.json(signedIn)),
    http.post('*/orders/:id/claim', async ({ params, request }) => {
      const { headers } = request
      claims.push([params.id, headers.get('X-Order-Token'), headers.get('Authorization'), await request.json()])
      return HttpResponse.json({ message: '' })
    }),
  )
  history.replaceState(null, '', '/auth')
  writeTabValue('checkout', { order_note: 'the door' })
  const stop = clearForNewPerson()
  const onDone = vi.fn<Parameters<typeof SignInPage>[0]['onDone']>()
  const purpose = { onward: '/order/7', keeping, atCheckout: true }
  const returned: Return = { medium: 'google', token: 't', nonce: 'nonce-1', purpose }
  renderApp(<SignInPage start="sign-in" returned={returned} onDone={onDone} />, { shop })
  await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith({ isNew: false }, '/order/7'))
  stop()
  expect(claims).toEqual([['7', 'order-token', `Bearer ${signedIn.token}`, { mine: true }]])
  expect(readTabValue('checkout')).toEqual({ order_note: 'the door' })
})

test('AUTH-07 a cancelled sign-in shows a message', () => {
  const returned: Return = { medium: 'google', problem: 'cancelled' }
  renderApp(<SignInPage start="sign-in" returned={returned} onDone={() => {}} />, { shop })
  expect(screen.getByRole('alert')).toHaveTextContent('You left Google without signing in.')
  expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
})
