import { useSyncExternalStore } from 'react'
import { client } from '@/lib/api/client.gen'
import { withTimeLimit } from '@/lib/requests/call-timeout'
import { onStorageChange, read, write } from '@/lib/scope/local-storage'
import { currentScope } from '@/lib/scope/scope'

/** The bearer token of the member of staff; undefined: nobody is signed in. */
export function staffToken() {
  const stored = read('staff_token')
  return stored !== null && /^[\w.~+/=|:-]{16,4096}$/.test(stored) ? stored : undefined
}

/** Stores the token of a new session; null ends it on this device. */
export const storeStaffToken = (token: string | null) => write({ staff_token: token })

/** In place of the token after a sign-out. It is too short to be a token. */
const signedOut = 'signed_out'

/** Ends the session on this device. All tabs clear their pages, which stay after a session that has expired. */
export const storeSignOut = () => write({ staff_token: signedOut })

const isSignedOut = () => read('staff_token') === signedOut

/** Whether the last session was ended by a sign-out, in this tab or in another. */
export const useSignedOut = () => useSyncExternalStore(onStorageChange, isSignedOut)

let session: { token: string | undefined; number: number } = { token: undefined, number: 0 }

/** Another number for another session, without its secret; 0: nobody is signed in. */
export function sessionNumber() {
  const token = staffToken()
  if (token !== session.token) session = { token, number: session.number + 1 }
  return token === undefined ? 0 : session.number
}

let known = { session: 0, member: 0 }

/** Remembers whose session it is. Another tab may begin the next one for another person. */
export function rememberMember(member: number, ofSession: number) {
  known = { session: ofSession, member }
}

/** The member of staff whose page it is, and whether the session is known to be theirs. */
export const writer = {
  id: () => known.member,
  isHere: (id: number) => id === known.member && known.session === sessionNumber(),
}

/** Another number for each session of this device; 0 while nobody is signed in. */
export const useSession = () => useSyncExternalStore(onStorageChange, sessionNumber)

/**
 * Gives every call the token, the language and a time limit. A session that the server no longer
 * knows ends here too. Returns a function that disconnects.
 */
export function connectStaff() {
  const request = client.interceptors.request.use((call, options) => {
    const token = staffToken()
    const { language } = currentScope()
    call.headers.set('X-Software-Id', 'hawker-desk')
    if (!call.headers.has('Accept')) call.headers.set('Accept', 'application/json')
    call.headers.set('X-localization', language)
    if (token !== undefined) call.headers.set('Authorization', `Bearer ${token}`)
    return withTimeLimit(call, options)
  })
  const response = client.interceptors.response.use((answer, call) => {
    // A call from before the last sign-in had another token.
    const isOurs = call.headers.get('Authorization') === `Bearer ${staffToken()}`
    if (answer.status === 401 && isOurs) storeStaffToken(null)
    return answer
  })
  return () => {
    client.interceptors.request.eject(request)
    client.interceptors.response.eject(response)
  }
}
