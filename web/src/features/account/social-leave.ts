import type { SocialLoginView } from '@/lib/api/types.gen'
import { writeTabValue } from '@/lib/scope/tab-storage'
import { isCheckout } from '@/lib/account/return-to'
import type { AuthRequest, SignInPurpose } from './social'

/**
 * Opens a provider's sign-in page (AUTH-07). No script of the provider runs in the
 * storefront: the response is in the URL of the redirect back. state proves that the
 * response belongs to a request of this tab. The id token must contain the hash of the
 * nonce, so that another user's token cannot be injected.
 */
export async function openProvider(provider: SocialLoginView, purpose: SignInPurpose) {
  const request: AuthRequest = {
    medium: provider.login_medium,
    state: random(),
    nonce: random(),
    purpose: purposeHere(purpose, location),
  }
  writeTabValue('social', request)
  location.assign(await authorizationUrl(provider, request, location.origin))
}

/** Returns the purpose of a sign-in that leaves a page: from a checkout it returns there. */
export function purposeHere(purpose: SignInPurpose, { pathname, search }: { pathname: string; search: string }) {
  return isCheckout(pathname) ? { ...purpose, onward: purpose.onward ?? pathname + search, atCheckout: true } : purpose
}

/** Returns the URL of the provider's page, with all parameters. */
export async function authorizationUrl(
  provider: SocialLoginView,
  { state, nonce }: Pick<AuthRequest, 'state' | 'nonce'>,
  origin: string,
) {
  const url = new URL(provider.authorization_url)
  const params = {
    client_id: provider.client_id,
    redirect_uri: origin + provider.redirect_path,
    response_type: provider.response_type,
    response_mode: provider.response_mode,
    scope: provider.scope,
    state,
    nonce: await hashOf(nonce),
  }
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
}

/** Returns 256 random bits as text. */
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

const hashOf = async (text: string) =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
