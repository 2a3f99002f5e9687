import { generateKeyPairSync, sign } from 'node:crypto'
import { asha, choices, type Person } from './people.ts'
import { form, serve, type Call } from './serve.ts'

export type OIDCProvider = {
  url: string
  clientID: string
  /** What starts a town at which people sign in through here. */
  env: Record<string, string>
  /** Who may sign in; each has a button "Continue as NAME". A journey may add its own. */
  people: Person[]
  /** An id token as the provider itself would sign it, for calls without a page. nonce is the hash, as in the request. */
  token: (person: Person, nonce: string, claims?: Record<string, unknown>) => string
  stop: () => Promise<void>
}

/**
 * Stands in for Google or Apple: discovery, keys, and a page where somebody says who they are. It answers as the page
 * asked, with an id token in the fragment or, as Apple does, by a form that it posts.
 */
export async function startOIDC(medium: 'google' | 'apple'): Promise<OIDCProvider> {
  const clientID = `hawker-at-${medium}`
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const people = [asha]
  const token = (person: Person, nonce: string, claims: Record<string, unknown> = {}) => {
    const now = Math.floor(Date.now() / 1000)
    return signed(privateKey, {
      iss: url,
      aud: clientID,
      sub: person.id,
      iat: now,
      exp: now + 600,
      nonce,
      email: person.email,
      // Apple writes it as a word, and a name only into its form.
      email_verified: medium === 'apple' ? String(person.emailVerified ?? false) : person.emailVerified,
      ...(medium === 'google' && { name: person.name }),
      ...claims,
    })
  }
  const { url, stop } = await serve((call) => {
    switch (`${call.method} ${call.path}`) {
      case 'GET /.well-known/openid-configuration':
        return call.json({ issuer: url, jwks_uri: `${url}/keys`, authorization_endpoint: `${url}/authorize` })
      case 'GET /keys':
        return call.json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1', use: 'sig', alg: 'RS256' }] })
      case 'GET /authorize': {
        const wrong = problem(call.query, clientID, medium)
        if (wrong) return call.page('Bad request', wrong, 400)
        return call.page(
          `Sign in with ${medium === 'google' ? 'Google' : 'Apple'}`,
          form('/authorize', call.query, choices(people)),
        )
      }
      case 'POST /authorize':
        return answer(call, people, token)
      default:
        return call.json({}, 404)
    }
  })
  const upper = medium.toUpperCase()
  return {
    url,
    clientID,
    env: {
      [`HAWKER_OIDC_${upper}_CLIENT_ID`]: clientID,
      [`HAWKER_OIDC_${upper}_ISSUER`]: url,
      [`HAWKER_OIDC_${upper}_AUTH_URL`]: `${url}/authorize`,
    },
    people,
    token,
    stop,
  }
}

/** What the real one would refuse of a request; a town that asks so would not work there. */
function problem(query: URLSearchParams, clientID: string, medium: 'google' | 'apple') {
  const get = (name: string) => query.get(name) ?? ''
  const scopes = get('scope').split(' ')
  if (get('client_id') !== clientID) return 'unknown client_id'
  if (!/^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?\/auth(\/apple)?$/.test(get('redirect_uri')))
    return 'unknown redirect_uri'
  if (!get('response_type').split(' ').includes('id_token')) return 'response_type without id_token'
  if (get('nonce').length < 43 || get('state').length < 16) return 'nonce or state is too short to be one'
  if (medium === 'google' && !scopes.includes('openid')) return 'scope without openid'
  if (medium === 'apple' && scopes.includes('email') && get('response_mode') !== 'form_post')
    return 'Apple tells an e-mail by form_post alone'
  return ''
}

function answer({ form: asked, page, redirect }: Call, people: Person[], token: OIDCProvider['token']) {
  const person = people.find(({ id }) => id === asked.get('person'))
  const to = asked.get('redirect_uri') ?? ''
  const posts = asked.get('response_mode') === 'form_post'
  const result = new URLSearchParams({ state: asked.get('state') ?? '' })
  if (person) {
    result.set('id_token', token(person, asked.get('nonce') ?? ''))
    if (posts) result.set('user', JSON.stringify({ name: names(person.name), email: person.email }))
  } else result.set('error', posts ? 'user_cancelled_authorize' : 'access_denied')
  if (!posts) return redirect(`${to}#${result}`)
  return page('One moment', `${form(to, result, '<button>Go on</button>')}<script>document.forms[0].submit()</script>`)
}

const names = (name: string) => {
  const [firstName, ...rest] = name.split(' ')
  return { firstName, lastName: rest.join(' ') }
}

function signed(key: Parameters<typeof sign>[2], claims: object) {
  const encoded = [{ alg: 'RS256', kid: '1', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${encoded}.${sign('sha256', Buffer.from(encoded), key).toString('base64url')}`
}
