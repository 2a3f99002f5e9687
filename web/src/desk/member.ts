import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { client } from '@/lib/api/client.gen'
import { getStaff } from '@/lib/api/sdk.gen'
import type { StaffMemberView } from '@/lib/api/types.gen'
import { rememberMember, sessionNumber, staffToken, storeSignOut, useSession, useSignedOut } from './session'

export const memberKey = ['member']

async function fetchMember(queryClient: QueryClient, signal: AbortSignal) {
  const session = sessionNumber()
  const { data: member } = await getStaff({ signal, throwOnError: true })
  const before = queryClient.getQueryData<StaffMemberView>(memberKey)
  // Another person must not see what the one before was shown. This query stays: it is running.
  if (before && before.id !== member.id)
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== memberKey[0] })
  rememberMember(member.id, session)
  return member
}

/**
 * Returns the member of staff who works here. The member stays when the session ends, so that
 * the page does too; isSignedIn is false then. After a sign-out, also in another tab, there is
 * no member. A session that another tab has begun may be another person's.
 */
export function useMember() {
  const queryClient = useQueryClient()
  const session = useSession()
  const query = useQuery({
    queryKey: memberKey,
    queryFn: ({ signal }) => fetchMember(queryClient, signal),
    enabled: session !== 0,
    staleTime: Infinity,
  })
  const known = useRef(session)
  useEffect(() => {
    const before = known.current
    known.current = session
    if (session !== 0 && session !== before) void queryClient.invalidateQueries({ queryKey: memberKey })
  }, [session, queryClient])
  const isSignedOut = useSignedOut()
  useEffect(() => {
    if (isSignedOut && queryClient.getQueryData(memberKey)) queryClient.clear()
  }, [isSignedOut, queryClient])
  return { query, member: isSignedOut ? undefined : query.data, isSignedIn: session !== 0 }
}

/** Ends the session, on this device at once and then on the server. */
export function signOut() {
  const headers = { Authorization: `Bearer ${staffToken()}` }
  storeSignOut()
  client.post({ url: '/staff/logout', headers, keepalive: true }).catch(() => {}) // the device has forgotten it
}
