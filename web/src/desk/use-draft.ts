import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { StaffMemberView } from '@/lib/api/types.gen'

/**
 * What a member has entered and not sent yet. It is in the query cache, so it outlives its tab of the desk and the
 * session, and is cleared for another person and by a sign-out.
 */
export function useDraft<Draft>(member: StaffMemberView, about: string, nothing: Draft) {
  const queryClient = useQueryClient()
  const queryKey = ['desk-draft', member.id, about]
  const { data = nothing } = useQuery<Draft>({
    queryKey,
    queryFn: () => queryClient.getQueryData<Draft>(queryKey) ?? nothing,
    initialData: nothing,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const change = (edit: (now: Draft) => Draft) =>
    queryClient.setQueryData<Draft>(queryKey, (now = nothing) => edit(now))
  return [data, change] as const
}
