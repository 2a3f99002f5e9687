import { createHmac, randomBytes } from 'node:crypto'
import { asha, choices, type Person } from './people.ts'
import { form, serve, type Call } from './serve.ts'

const appID = '4711'
const appSecret = 'facebook-app-secret'

export type Facebook = {
  url: string
  /** What starts a town at which people sign in through here. */
  env: Record<string, string>
  /** Who may sign in; each has a button "Continue as NAME". A journey may add its own. */
  people: Person[]
  /** An access token of a person's, for calls without a page. */
  token: (person: Person) => string
  stop: () => Promise<void>
}

/** Stands in for Facebook: the login dialog, and what the Graph API says of access tokens. */
export async function startFacebook(): Promise<Facebook> {
  const people = [asha]
  const tokens = new Map<string, Person>()
  const token = (person: Person) => {
    const made = randomBytes(20).toString('hex')
    tokens.set(made, person)
    return made
  }
  const { url, stop } = await serve((call) => {
    switch (`${call.method} ${call.path}`) {
      case 'GET /v1/dialog/oauth':
        return dialog(call, people)
      case 'POST /v1/dialog/oauth':
        return answer(call, people, token)
      case 'GET /v1/debug_token':
        return debugToken(call, tokens)
      case 'GET /v1/me':
        return me(call, tokens)
      default:
        return call.json({ error: { message: 'Unknown path', code: 2500 } }, 400)
    }
  })
  return {
    url,
    env: {
      HAWKER_FACEBOOK_APP_ID: appID,
      HAWKER_FACEBOOK_APP_SECRET: appSecret,
      HAWKER_FACEBOOK_GRAPH_URL: `${url}/v1`,
      HAWKER_FACEBOOK_AUTH_URL: `${url}/v1/dialog/oauth`,
    },
    people,
    token,
    stop,
  }
}

function dialog({ query, page }: Call, people: Person[]) {
  const isKnown = /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?\/auth$/.test(query.get('redirect_uri') ?? '')
  if (query.get('client_id') !== appID || query.get('response_type') !== 'token' || !isKnown) {
    return page('Bad request', 'client_id, response_type or redirect_uri is not as it should be', 400)
  }
  return page('Log in with Facebook', form('/v1/dialog/oauth', query, choices(people)))
}

function answer({ form: asked, redirect }: Call, people: Person[], token: Facebook['token']) {
  const person = people.find(({ id }) => id === asked.get('person'))
  const result = new URLSearchParams({ state: asked.get('state') ?? '' })
  if (person) {
    result.set('access_token', token(person))
    result.set('expires_in', '5000')
  } else result.set('error', 'access_denied')
  redirect(`${asked.get('redirect_uri')}#${result}`)
}

const refused = { error: { message: 'Invalid OAuth access token.', type: 'OAuthException', code: 190 } }

function debugToken({ query, headers, json }: Call, tokens: Map<string, Person>) {
  if (headers.authorization !== `Bearer ${appID}|${appSecret}`) return json(refused, 400)
  const person = tokens.get(query.get('input_token') ?? '')
  if (!person)
    return json({ data: { is_valid: false, scopes: [], error: { code: 190, message: 'Malformed access token' } } })
  const now = Math.floor(Date.now() / 1000)
  return json({
    data: { app_id: appID, type: 'USER', is_valid: true, issued_at: now, expires_at: now + 5000, user_id: person.id },
  })
}

function me({ query, headers, json }: Call, tokens: Map<string, Person>) {
  const token = headers.authorization?.replace('Bearer ', '') ?? ''
  const person = tokens.get(token)
  const isOurs = query.get('appsecret_proof') === createHmac('sha256', appSecret).update(token).digest('hex')
  if (!person || !isOurs) return json(refused, 400)
  return json({ id: person.id, name: person.name, ...(person.email && { email: person.email }) })
}
