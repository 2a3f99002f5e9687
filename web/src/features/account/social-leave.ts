import type { SocialLoginView } from '@/lib/api/types.gen'
import { writeTabValue } from '@/lib/scope/tab-storage'
import type { Journey } from './social'

/**
 * Leaves for a provider's own page (AUTH-07). No script of theirs runs in ours:
 * they answer in the address that people come back to. state shows that the
 * answer is to this tab's question; the id token must carry the hash of the
 * nonce, so that nobody else's token can be slipped in.
 */
export async function leaveFor(provider: SocialLoginView) {
  const journey: Journey = { medium: provider.login_medium, state: random(), nonce: random() }
  writeTabValue('social', journey)
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
