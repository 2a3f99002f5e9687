import { expect, test } from 'vitest'
import type { SignInView } from '@/lib/api/types.gen'
import { stepAfter, pageAfterSignIn } from './sign-in-steps'

const response: SignInView = {
  token: '',
  is_personal_info: 1,
  is_exist_user: null,
  is_phone_verified: 1,
  is_email_verified: 1,
  email: 'asha@example.com',
  phone: '+12025550123',
  proof: 'p',
  cart_conflict: [],
}
const progress = { loginType: 'manual', proof: 'p', email: response.email, phone: response.phone } as const
const person = { name: 'Asha Rao', image: '' }

test.each([
  ['a token finishes the sign-in', { token: 't' }, undefined],
  ['a token finishes the sign-in, even with an unverified phone', { token: 't', is_phone_verified: 0 }, undefined],
  ['a missing name is asked for', { is_personal_info: 0 }, { at: 'user_info', ...progress }],
  ['an existing account needs an answer', { is_exist_user: person }, { at: 'is_exist_user', person, ...progress }],
  [
    'an existing account comes before the name',
    { is_exist_user: person, is_personal_info: 0 },
    { at: 'is_exist_user', person, ...progress },
  ],
  [
    'an unverified phone needs a code',
    { is_phone_verified: 0, demo_otp: '123456' },
    { at: 'otp', of: 'phone', demoOtp: '123456', ...progress },
  ],
  [
    'the phone is verified before the e-mail',
    { is_phone_verified: 0, is_email_verified: 0 },
    { at: 'otp', of: 'phone', ...progress },
  ],
  ['an unverified e-mail needs a code', { is_email_verified: 0 }, { at: 'otp', of: 'email', ...progress }],
] as const)('AUTH-06 %s', (_name, part, step) => {
  expect(stepAfter({ ...response, ...part }, 'manual')).toEqual(step)
})

const finished = { path: '/store/x', isNew: false, hasInterests: true }
const buyNow = '/checkout?page=buy_now'

test.each([
  ['AUTH-06 a sign-in over a page stays on it', {}, undefined],
  ['AUTH-06 the recovery page opens the home page', { path: '/forgot-password' }, '/home'],
  ['AUTH-06 the sign-in page returns to the previous page', { path: '/auth', back: '/store/x' }, '/store/x'],
  ['AUTH-06 the sign-in page opens the home page if there is no previous page', { path: '/auth' }, '/home'],
  ['AUTH-05 LOC-10 a new account opens the interests', { isNew: true }, '/interest'],
  ['AUTH-05 a new account without interests opens the home page', { isNew: true, hasInterests: false }, '/home'],
  [
    'AUTH-05 a new account from the sign-in page opens the interests',
    { isNew: true, path: '/auth', back: '/store/x' },
    '/interest',
  ],
  [
    'CART-06 a sign-in from the cart continues to the checkout',
    { onward: '/checkout?page=cart', isNew: true },
    '/checkout?page=cart',
  ],
  ['D10 a sign-in at the checkout stays there', { path: '/checkout', isNew: true }, undefined],
  ['D10 a sign-in at the checkout of a trip stays there', { path: '/rental/checkout', isNew: true }, undefined],
  ['D10 an interrupted checkout is opened again', { unfinished: buyNow, isNew: true }, buyNow],
] as const)('%s', (_name, part, page) => {
  expect(pageAfterSignIn({ ...finished, ...part })).toBe(page)
})
