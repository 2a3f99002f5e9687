import { expect, test } from 'vitest'
import { testShop } from '@/test/fixtures'
import { hasManual, hasOtp, loginModeOf } from './login-mode'

const google = {
  login_medium: 'google',
  status: true,
  client_id: 'id',
  authorization_url: 'https://accounts.example/auth',
  redirect_path: '/auth',
  response_mode: 'fragment',
  response_type: 'id_token',
  scope: 'openid',
} as const

const shop = (manual: 0 | 1, otp: 0 | 1, social: 0 | 1, isSetUp = true) => ({
  centralize_login: {
    ...testShop.centralize_login,
    manual_login_status: manual,
    otp_login_status: otp,
    social_login_status: social,
  },
  social_login: [{ ...google, status: isSetUp }],
})

test.each([
  [1, 1, 1, 'all'],
  [1, 1, 0, 'otp_manual'],
  [0, 1, 1, 'otp_social'],
  [1, 0, 1, 'manual_social'],
  [0, 1, 0, 'otp'],
  [1, 0, 0, 'manual'],
  [0, 0, 1, 'social'],
  [0, 0, 0, undefined],
] as const)('AUTH-01 manual %i, otp %i, social %i is %s', (manual, otp, social, mode) => {
  const found = loginModeOf(shop(manual, otp, social))
  expect(found).toBe(mode)
  expect([hasManual(found), hasOtp(found)]).toEqual([manual === 1, otp === 1])
})

test('AUTH-01 social sign-in needs an enabled provider', () => {
  expect(loginModeOf(shop(1, 1, 1, false))).toBe('otp_manual')
  expect(loginModeOf(shop(0, 0, 1, false))).toBeUndefined()
})
