import type { SocialLoginView } from '@/lib/api/types.gen'
import { isRecord } from '@/lib/guards'
import { isRefusal } from '@/lib/problems'
import { readVisit, writeVisit } from '@/lib/visit'
import type { Medium } from './sign-in-steps'

/** A sign-in that is on its way to a provider and back; it stays in this tab. */
type Journey = { medium: Medium; state: string; nonce: string }

/**
 * Leaves for a provider's own page (AUTH-07). No script of theirs runs in ours:
 * they answer in the address that people come back to. state shows that the
 * answer is to this tab's question; the id token must carry the hash of the
 * nonce, so that nobody else's token can be slipped in.
 */
export async function leaveFor(provider: SocialLoginView) {
  const journey: Journey = { medium: provider.login_medium, state: random(), nonce: random() }
  writeVisit('social', journey)
  location.assign(await addressOf(provider, journey, location.origin))
}

/** The provider's page with all that it needs to know. */
export async function addressOf(provider: SocialLoginView, { state, nonce }: Omit<Journey, 'medium'>, origin: string) {
  const address = new URL(provider.authorization_url)
  const asked = {
    client_id: provider.client_id,
    redirect_uri: origin + provider.redirect_path,
    response_type: provider.response_type,
    response_mode: provider.response_mode,
    scope: provider.scope,
    state,
    nonce: await hashOf(nonce),
  }
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
  return address.href
}

/** 256 random bits as text. */
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

const hashOf = async (text: string) =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** How a provider's page was come back from. */
export type Return =
  | { medium: Medium; token: string; nonce: string }
  /** cancelled: it was left without signing in; failed: it did not go as it should. */
  | { medium?: Medium; problem: 'cancelled' | 'failed' }

/** Whether an address carries a provider's answer. */
export const isReturn = (hash: string) => /(?:^|[#&])(?:id_token|access_token|error)=/.test(hash)

const denied = ['access_denied', 'user_cancelled_authorize', 'user_cancelled_login']

/** Reads a provider's answer; each journey has one. */
export function readReturn(hash: string): Return {
  const journey = readVisit('social')
  writeVisit('social', null)
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
export function keepReturn(hash: string) {
  came = readReturn(hash)
}

/** The answer that was kept; the page after it gets none. */
export function takeReturn() {
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
