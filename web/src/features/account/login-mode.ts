import type { ConfigView } from '@/lib/api/types.gen'

/** The enabled sign-in methods (AUTH-01). */
type LoginMode = 'all' | 'otp_manual' | 'otp_social' | 'manual_social' | 'otp' | 'manual' | 'social'

type Logins = Pick<ConfigView, 'centralize_login' | 'social_login'>

/** Returns the enabled providers; none if social sign-in is off. */
export const providersOf = ({ centralize_login: login, social_login: all }: Logins) =>
  login.social_login_status === 1 ? all.filter(({ status }) => status) : []

/** Returns the sign-in methods that the shop has enabled; undefined: none. */
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

const offers = (mode: LoginMode | undefined, method: string) =>
  mode === 'all' || mode?.split('_').includes(method) === true

/** Whether users can sign in with a password. */
export const hasManual = (mode: LoginMode | undefined) => offers(mode, 'manual')
/** Whether users can sign in with a code by phone. */
export const hasOtp = (mode: LoginMode | undefined) => offers(mode, 'otp')
