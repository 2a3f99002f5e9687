import type { PurchaseToKeep } from '@/contracts/account-dialogs'
import { isLocalPath } from '@/lib/account/return-to'
import { isId, isRecord } from '@/lib/scope/guards'
import { hasCode, isRefusal } from '@/lib/requests/problems'
import { readTabValue, writeTabValue } from '@/lib/scope/tab-storage'
import type { Medium } from './sign-in-steps'

/** Why somebody signs in. It must survive the visit to the provider's page. */
export type SignInPurpose = {
  /** The page to open after the sign-in. */
  onward?: string
  /** What a guest bought, which the account claims at the sign-in. */
  keeping?: PurchaseToKeep
  /** The sign-in began at a checkout, so what was typed there stays. */
  atCheckout?: boolean
}

/** A sign-in request to a provider, stored in this tab until its response arrives. */
export type AuthRequest = { medium: Medium; state: string; nonce: string; purpose?: SignInPurpose }

/** The result of a provider's sign-in page. */
export type Return = { purpose?: SignInPurpose } & (
  | { medium: Medium; token: string; nonce: string }
  /** cancelled: the user did not sign in; failed: any other error. */
  | { medium?: Medium; problem: 'cancelled' | 'failed' }
)

/** Whether a URL contains a provider's response. */
export const isSocialReturn = (hash: string) => /(?:^|[#&])(?:id_token|access_token|error)=/.test(hash)

const denied = ['access_denied', 'user_cancelled_authorize', 'user_cancelled_login']

/** Parses a provider's response and removes the stored request, so that each request has only one response. */
export function readSocialReturn(hash: string): Return {
  const request = readTabValue('social')
  writeTabValue('social', null)
  const response = new URLSearchParams(hash.replace(/^#/, ''))
  if (!isAuthRequest(request) || response.get('state') !== request.state) return { problem: 'failed' }
  const { medium, nonce } = request
  const purpose = readPurpose(request.purpose)
  const error = response.get('error')
  if (error !== null) return { medium, problem: denied.includes(error) ? 'cancelled' : 'failed', purpose }
  const token = response.get('id_token') ?? response.get('access_token')
  return token ? { medium, token, nonce, purpose } : { medium, problem: 'failed', purpose }
}

/** The valid parts of a stored purpose. */
function readPurpose(stored: unknown): SignInPurpose | undefined {
  if (!isRecord(stored)) return undefined
  const { onward, keeping, atCheckout } = stored
  return {
    onward: isLocalPath(onward) ? onward : undefined,
    keeping: isPurchaseToKeep(keeping) ? keeping : undefined,
    atCheckout: atCheckout === true,
  }
}

const isPurchaseToKeep = (value: unknown): value is PurchaseToKeep =>
  isRecord(value) &&
  (value.kind === 'order' || value.kind === 'trip') &&
  isId(value.id) &&
  [value.token, value.name, value.email, value.phone].every((text) => typeof text === 'string')

// Only in memory, because a token must not stay in the URL or the browser's history. Not in the route's file: the build
// splits that into chunks, and each chunk would have its own variable.
let storedReturn: Return | undefined

/** Parses a provider's response and stores it for the sign-in page. */
export function storeSocialReturn(hash: string) {
  storedReturn = readSocialReturn(hash)
}

/** Returns the stored response and removes it. */
export function takeSocialReturn() {
  const taken = storedReturn
  storedReturn = undefined
  return taken
}

const media: readonly unknown[] = ['google', 'facebook', 'apple'] satisfies Medium[]
const isAuthRequest = (value: unknown): value is AuthRequest =>
  isRecord(value) && media.includes(value.medium) && typeof value.state === 'string' && typeof value.nonce === 'string'

/** Returns the proof to send with a phone number, if the server requires one for a new account; else undefined. */
export function phoneNeeded(error: unknown): string | undefined {
  if (!isRefusal(error) || !hasCode(error, ['email'])) return undefined
  const { detail } = error
  return isRecord(detail) && typeof detail.proof === 'string' ? detail.proof : undefined
}
