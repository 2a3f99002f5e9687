import type { ExistingUserView, SignInView } from '@/lib/api/types.gen'

/** How a sign-in began, as the API names it. */
export type How = 'manual' | 'otp' | 'social'

/** A provider that people sign in with. */
export type Medium = 'google' | 'facebook' | 'apple'

/** What a sign-in that is under way carries from step to step. */
export type UnderWay = { how: How; proof?: string; email: string; phone: string }

/** Where a sign-in stands. The first five are the modes of AUTH-01. */
export type Step =
  | { at: 'sign-in' }
  | { at: 'sign-up' }
  /** A provider vouched for somebody whom nobody here knows: their phone is asked for (AUTH-07). */
  | { at: 'phone_modal'; proof: string }
  | ({ at: 'user_info' } & UnderWay)
  /** The proven contact stands on an account that never proved it: is it theirs? */
  | ({ at: 'is_exist_user'; person: ExistingUserView } & UnderWay)
  /** A code is on its way to the contact. session: the phone service's name for it; resendIn: see OtpForm. */
  | ({ at: 'otp'; of: 'phone' | 'email'; demoOtp?: string; session?: string; resendIn?: number } & UnderWay)

/**
 * What an answer asks for next (AUTH-06); undefined when it asks for nothing and
 * brings the token.
 */
export function stepAfter(answer: SignInView, how: How): Step | undefined {
  if (answer.token !== '') return undefined
  const { proof, email, phone, is_exist_user: person, demo_otp: demoOtp } = answer
  const underWay = { how, proof, email, phone }
  if (person) return { at: 'is_exist_user', person, ...underWay }
  if (answer.is_personal_info === 0) return { at: 'user_info', ...underWay }
  return { at: 'otp', of: answer.is_phone_verified === 0 ? 'phone' : 'email', demoOtp, ...underWay }
}

/** Where a finished sign-in leads. */
type Finished = {
  /** The page it happened on. */
  path: string
  /** A new account was signed up for. */
  isNew: boolean
  /** What was asked for when sign-in was opened. */
  onward?: string
  /** The checkout that an expired token interrupted (D10). */
  unfinished?: string
  /** The page before the one for signing in. */
  back?: string
  /** Whether there is something to choose interests in: a zone, and no parcel (LOC-10). */
  hasInterests: boolean
}

/**
 * Where to go after signing in; undefined: stay (AUTH-05, AUTH-06). Who asked for a
 * page goes there, with a new account too (docs/adr/0013).
 */
export function pageAfterSignIn({ path, isNew, onward, unfinished, back, hasInterests }: Finished): string | undefined {
  if (onward) return onward
  if (path === '/checkout') return undefined
  if (unfinished) return unfinished
  if (isNew) return hasInterests ? '/interest' : '/home'
  if (path === '/forgot-password') return '/home'
  return path === '/auth' ? (back ?? '/home') : undefined
}
