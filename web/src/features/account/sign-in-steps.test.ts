import { expect, test } from 'vitest'
import type { SignInView } from '@/lib/api/types.gen'
import { stepAfter, pageAfterSignIn } from './sign-in-steps'

const answer: SignInView = {
  token: '',
  is_personal_info: 1,
  is_phone_verified: 1,
  is_email_verified: 1,
  email: 'asha@example.com',
  phone: '+12025550123',
  proof: 'p',
  cart_conflict: [],
}
const carried = { how: 'manual', proof: 'p', email: answer.email, phone: answer.phone } as const
const person = { name: 'Asha Rao', image: '' }

test.each([
  ['a token ends it', { token: 't' }, undefined],
  ['a token ends it, whatever else is said', { token: 't', is_phone_verified: 0 }, undefined],
  ['the name is missing', { is_personal_info: 0 }, { at: 'user_info', ...carried }],
  ['an account that may be theirs', { is_exist_user: person }, { at: 'is_exist_user', person, ...carried }],
  [
    'an account comes before the name',
    { is_exist_user: person, is_personal_info: 0 },
    { at: 'is_exist_user', person, ...carried },
  ],
  [
    'the phone',
    { is_phone_verified: 0, demo_otp: '123456' },
    { at: 'otp', of: 'phone', demoOtp: '123456', ...carried },
  ],
  ['the phone first', { is_phone_verified: 0, is_email_verified: 0 }, { at: 'otp', of: 'phone', ...carried }],
  ['the e-mail', { is_email_verified: 0 }, { at: 'otp', of: 'email', ...carried }],
] as const)('AUTH-06 %s', (_name, part, step) => {
  expect(stepAfter({ ...answer, ...part }, 'manual')).toEqual(step)
})

const finished = { path: '/store/x', isNew: false, hasInterests: true }
const buyNow = '/checkout?page=buy_now'

test.each([
  ['AUTH-06 the page stays where it is', {}, undefined],
  ['AUTH-06 recovery leads home', { path: '/forgot-password' }, '/home'],
  ['AUTH-06 the page for signing in leads back', { path: '/auth', back: '/store/x' }, '/store/x'],
  ['AUTH-06 or home', { path: '/auth' }, '/home'],
  ['AUTH-05 LOC-10 a new account chooses interests', { isNew: true }, '/interest'],
  ['AUTH-05 where there are none it goes home', { isNew: true, hasInterests: false }, '/home'],
  ['AUTH-05 a new account from the page', { isNew: true, path: '/auth', back: '/store/x' }, '/interest'],
  ['CART-06 the cart goes on to the checkout', { onward: '/checkout?page=cart', isNew: true }, '/checkout?page=cart'],
  ['D10 a checkout that waits for it goes on', { path: '/checkout', isNew: true }, undefined],
  ['D10 an interrupted checkout is gone back to', { unfinished: buyNow, isNew: true }, buyNow],
] as const)('%s', (_name, part, way) => {
  expect(pageAfterSignIn({ ...finished, ...part })).toBe(way)
})
