import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { client } from '@/lib/api/client.gen'
import { getStaff } from '@/lib/api/sdk.gen'
import type { StaffMemberView } from '@/lib/api/types.gen'
import { rememberMember, sessionNumber, staffToken, storeStaffToken, useSession } from './session'

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
 * Who works here. It stays when the session ends, so that the page does too; isSignedIn
 * is false then. A session that another tab has begun may be another person's.
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
  return { query, member: query.data, isSignedIn: session !== 0 }
}

/** Ends the session, here at once and then on the server, and leaves nothing on the screen. */
export function useSignOut() {
  const queryClient = useQueryClient()
  return () => {
    const headers = { Authorization: `Bearer ${staffToken()}` }
    queryClient.clear()
    storeStaffToken(null)
    client.post({ url: '/staff/logout', headers, keepalive: true }).catch(() => {}) // the device has forgotten it
  }
}
