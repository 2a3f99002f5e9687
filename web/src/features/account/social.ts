import { isRecord } from '@/lib/scope/guards'
import { isRefusal } from '@/lib/requests/problems'
import { readTabValue, writeTabValue } from '@/lib/scope/tab-storage'
import type { Medium } from './sign-in-steps'

/** A sign-in that is on its way to a provider and back; it stays in this tab. */
export type Journey = { medium: Medium; state: string; nonce: string }

/** How a provider's page was come back from. */
export type Return =
  | { medium: Medium; token: string; nonce: string }
  /** cancelled: it was left without signing in; failed: it did not go as it should. */
  | { medium?: Medium; problem: 'cancelled' | 'failed' }

/** Whether an address carries a provider's answer. */
export const isSocialReturn = (hash: string) => /(?:^|[#&])(?:id_token|access_token|error)=/.test(hash)

const denied = ['access_denied', 'user_cancelled_authorize', 'user_cancelled_login']

/** Reads a provider's answer; each journey has one. */
export function readSocialReturn(hash: string): Return {
  const journey = readTabValue('social')
  writeTabValue('social', null)
  const said = new URLSearchParams(hash.replace(/^#/, ''))
  if (!isJourney(journey) || said.get('state') !== journey.state) return { problem: 'failed' }
  const { medium, nonce } = journey
  const error = said.get('error')
  if (error !== null) return { medium, problem: denied.includes(error) ? 'cancelled' : 'failed' }
  const token = said.get('id_token') ?? said.get('access_token')
  return token ? { medium, token, nonce } : { medium, problem: 'failed' }
}

// In memory alone: in the address the history and whoever looks over a shoulder would read it. Not in the route's own
// file either: that is split while building, and each part would have a variable of its own.
let came: Return | undefined

/** Reads a provider's answer and keeps it for the page that opens next. */
export function storeSocialReturn(hash: string) {
  came = readSocialReturn(hash)
}

/** The answer that was kept; the page after it gets none. */
export function takeSocialReturn() {
  const taken = came
  came = undefined
  return taken
}

const media: readonly unknown[] = ['google', 'facebook', 'apple'] satisfies Medium[]
const isJourney = (value: unknown): value is Journey =>
  isRecord(value) && media.includes(value.medium) && typeof value.state === 'string' && typeof value.nonce === 'string'

/** The proof to go on with where the server knows nobody by this and wants a phone; else undefined. */
export function phoneNeeded(error: unknown): string | undefined {
  if (!isRefusal(error) || !error.errors.some(({ code }) => code === 'email')) return undefined
  const { detail } = error
  return isRecord(detail) && typeof detail.proof === 'string' ? detail.proof : undefined
}
