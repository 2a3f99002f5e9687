import { client } from '@/lib/api/client.gen'
import { withTimeLimit } from './call-timeout'
import { hasCode } from './problems'
import { bearerToken, currentScope, removeToken, storeGuestId } from '@/lib/scope/scope'

/**
 * Gives every call the headers of the current scope (API-03) and a time limit. Headers that a
 * call has already are part of its key and stay. onExpired is called when the server refuses our
 * token (API-05). Returns a function that disconnects.
 */
export function connect(onExpired: () => void) {
  const request = client.interceptors.request.use((call, options) => {
    for (const [name, value] of Object.entries(scopeHeaders())) {
      if (!call.headers.has(name)) call.headers.set(name, value)
    }
    return withTimeLimit(call, options)
  })
  const response = client.interceptors.response.use((answer, call) => {
    // A call from before the last sign-in had another token.
    const isOurs = call.headers.get('Authorization') === `Bearer ${bearerToken()}`
    if (answer.status === 401 && isOurs) {
      removeToken()
      onExpired()
    }
    return answer
  })
  const error = client.interceptors.error.use((body) => {
    // The server does not know this guest id: the next call that needs one creates another.
    if (hasCode(body, ['guest_unknown'])) storeGuestId(null)
    return body
  })
  return () => {
    client.interceptors.request.eject(request)
    client.interceptors.response.eject(response)
    client.interceptors.error.eject(error)
  }
}

function scopeHeaders(): Record<string, string> {
  const { headers, point } = currentScope()
  const token = bearerToken()
  return {
    Accept: 'application/json',
    'X-Software-Id': 'hawker-web',
    ...headers,
    ...(point && { latitude: String(point.lat), longitude: String(point.lng) }),
    ...(token && { Authorization: `Bearer ${token}` }),
  }
}
