import type { ConfigView } from '@/lib/api/types.gen'

/** The ways of signing in that are on, in one word; undefined: none (AUTH-01). */
type LoginMode = 'all' | 'otp_manual' | 'otp_social' | 'manual_social' | 'otp' | 'manual' | 'social'

type Logins = Pick<ConfigView, 'centralize_login' | 'social_login'>

/** The providers that are on and set up, when social sign-in is on at all. */
export const providersOf = ({ centralize_login: login, social_login: all }: Logins) =>
  login.social_login_status === 1 ? all.filter(({ status }) => status) : []

/** What the shop's configuration lets people sign in with. */
export function loginModeOf(shop: Logins): LoginMode | undefined {
  const { manual_login_status, otp_login_status } = shop.centralize_login
  const [manual, otp] = [manual_login_status === 1, otp_login_status === 1]
  const social = providersOf(shop).length > 0
  if (manual && otp && social) return 'all'
  if (otp && manual) return 'otp_manual'
  if (otp && social) return 'otp_social'
  if (manual && social) return 'manual_social'
  if (otp) return 'otp'
  if (manual) return 'manual'
  return social ? 'social' : undefined
}

const offers = (mode: LoginMode | undefined, way: string) => mode === 'all' || mode?.split('_').includes(way) === true

/** Whether a mode offers a password. */
export const hasManual = (mode: LoginMode | undefined) => offers(mode, 'manual')
/** Whether a mode offers a code by phone. */
export const hasOtp = (mode: LoginMode | undefined) => offers(mode, 'otp')
