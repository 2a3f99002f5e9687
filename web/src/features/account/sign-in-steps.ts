import { isCheckout } from '@/lib/account/return-to'
import type { ExistingUserView, SignInView } from '@/lib/api/types.gen'

/** The method with which a sign-in started; the values are the API's. */
export type LoginType = 'manual' | 'otp' | 'social'

/** A social sign-in provider. */
export type Medium = 'google' | 'facebook' | 'apple'

/** The values of an unfinished sign-in that each step passes to the next. */
export type SignInProgress = { loginType: LoginType; proof?: string; email: string; phone: string }

/** The current step of a sign-in. The first five are the modes of AUTH-01. */
export type Step =
  | { at: 'sign-in' }
  | { at: 'sign-up' }
  /** The user of a provider has no account yet and needs a phone number (AUTH-07). */
  | { at: 'phone_modal'; proof: string }
  | ({ at: 'user_info' } & SignInProgress)
  /** An account has the verified contact, but never verified it. The user is asked whether it is theirs. */
  | ({ at: 'is_exist_user'; person: NonNullable<ExistingUserView> } & SignInProgress)
  /** A code was sent to the contact. session: the phone service's id of the verification; resendIn: see OtpForm. */
  | ({ at: 'otp'; of: 'phone' | 'email'; demoOtp?: string; session?: string; resendIn?: number } & SignInProgress)

/** Returns the next step that the response requires (AUTH-06); undefined if it contains the token. */
export function stepAfter(response: SignInView, loginType: LoginType): Step | undefined {
  if (response.token !== '') return undefined
  const { proof, email, phone, is_exist_user: person, demo_otp: demoOtp } = response
  const progress = { loginType, proof, email, phone }
  if (person) return { at: 'is_exist_user', person, ...progress }
  if (response.is_personal_info === 0) return { at: 'user_info', ...progress }
  return { at: 'otp', of: response.is_phone_verified === 0 ? 'phone' : 'email', demoOtp, ...progress }
}

/** The values that decide which page opens after a sign-in. */
type Finished = {
  /** The current page. */
  path: string
  /** The account was just created. */
  isNew: boolean
  /** The page that the user wanted to open when the sign-in started. */
  onward?: string
  /** The checkout that an expired token interrupted (D10). */
  unfinished?: string
  /** The page before the sign-in page. */
  back?: string
  /** Interests can be chosen: a zone is set, and the module is not parcel (LOC-10). */
  hasInterests: boolean
}

/**
 * Returns the page to open after a sign-in; undefined: stay (AUTH-05, AUTH-06). A page
 * that the user wanted to open comes first, even with a new account (docs/adr/0013).
 */
export function pageAfterSignIn({ path, isNew, onward, unfinished, back, hasInterests }: Finished): string | undefined {
  if (onward) return onward
  if (isCheckout(path)) return undefined
  if (unfinished) return unfinished
  if (isNew) return hasInterests ? '/interest' : '/home'
  if (path === '/forgot-password') return '/home'
  return path === '/auth' ? (back ?? '/home') : undefined
}
