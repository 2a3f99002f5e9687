import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { decideApplication, listApplications } from '@/lib/api/sdk.gen'
import type { StaffApplicationView, StaffMemberView } from '@/lib/api/types.gen'
import { uniqueEntries } from '@/lib/requests/paged-list'
import { refetchAfter } from '@/lib/requests/refetch-after'
import { useSession } from './session'

export const applicationStates = ['waiting', 'approved', 'refused'] as const
export type ApplicationState = (typeof applicationStates)[number]

const pageSize = 20
/** How often new applications are looked for, ms. The stream of the staff says nothing about them. */
const pollInterval = 60_000

const applicationsKey = (member: StaffMemberView, ...state: string[]) => ['desk-applications', member.id, ...state]

const fetchPage = async (state: ApplicationState, limit: number, offset: number, signal: AbortSignal) =>
  (await listApplications({ query: { state, limit, offset }, signal, throwOnError: true })).data

/** How many applications wait; undefined until it is known. */
export function useWaitingApplications(member: StaffMemberView, isOn: boolean) {
  const { data } = useQuery({
    queryKey: applicationsKey(member, 'count'),
    queryFn: ({ signal }) => fetchPage('waiting', 1, 1, signal),
    enabled: isOn,
    refetchInterval: pollInterval,
    meta: { quiet: true },
  })
  return data?.total_size
}

/** The applications in a state, page by page. */
export function useApplications(member: StaffMemberView, state: ApplicationState) {
  const list = useInfiniteQuery({
    queryKey: applicationsKey(member, 'list', state),
    queryFn: ({ pageParam, signal }) => fetchPage(state, pageSize, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ total_size }, _pages, page) => (page * pageSize < total_size ? page + 1 : undefined),
    enabled: useSession() !== 0,
    staleTime: 0,
    refetchInterval: pollInterval,
  })
  return { list, applications: list.data && uniqueEntries(list.data.pages.map((page) => page.applications)) }
}

type Decision = { id: StaffApplicationView['id']; approve: boolean; reason?: string }

/** Approves or refuses an application. The lists are fetched again also after a refusal: somebody else may have decided it. */
export function useDecide(member: StaffMemberView) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: Decision) =>
      (await decideApplication({ path: { id }, body, throwOnError: true })).data,
    onSettled: (_response, error) => refetchAfter(queryClient, applicationsKey(member), error),
  })
}
