import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { decideCharge, decideFailedRefund, listPaymentProblems } from '@/lib/api/sdk.gen'
import type { PaymentProblemView, StaffMemberView } from '@/lib/api/types.gen'
import { uniqueEntries } from '@/lib/requests/paged-list'
import { refetchAfter } from '@/lib/requests/refetch-after'
import { withKey } from '@/lib/requests/with-key'
import { useSession } from './session'

export type Action = PaymentProblemView['actions'][number]

const pageSize = 20
/** How often new problems are looked for, ms. The stream of the staff says nothing about them. */
const pollInterval = 20_000

const problemsKey = (member: StaffMemberView, ...part: string[]) => ['desk-payments', member.id, ...part]

const fetchProblems = async (limit: number, offset: number, signal: AbortSignal) =>
  (await listPaymentProblems({ query: { limit, offset }, signal, throwOnError: true })).data

/** How many payments need a person; undefined until it is known. */
export function usePaymentProblemCount(member: StaffMemberView, isOn: boolean) {
  const { data } = useQuery({
    queryKey: problemsKey(member, 'count'),
    queryFn: ({ signal }) => fetchProblems(1, 1, signal),
    enabled: isOn,
    refetchInterval: pollInterval,
    meta: { quiet: true },
  })
  return data?.total_size
}

/** The payments that need a person, page by page, the longest waiting first. */
export function usePaymentProblems(member: StaffMemberView) {
  const list = useInfiniteQuery({
    queryKey: problemsKey(member, 'list'),
    queryFn: ({ pageParam, signal }) => fetchProblems(pageSize, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ total_size }, _pages, page) => (page * pageSize < total_size ? page + 1 : undefined),
    enabled: useSession() !== 0,
    staleTime: 0,
    refetchInterval: pollInterval,
  })
  return { list, problems: list.data && uniqueEntries(list.data.pages.map((page) => page.problems)) }
}

type Decision = { problem: PaymentProblemView; action: Action; note?: string }

async function decide({ problem: { kind, id }, action, note }: Decision) {
  if (kind === 'held_charge') {
    const body = { action: action === 'send_back' ? action : ('settle' as const), note }
    return withKey([kind, id], body, (headers) =>
      decideCharge({ path: { id: Number(id) }, body, headers, throwOnError: true }),
    )
  }
  const body = { action: action === 'retry' || action === 'credit' ? action : ('settle' as const), note }
  return withKey([kind, id], body, (headers) => decideFailedRefund({ path: { id }, body, headers, throwOnError: true }))
}

/** Does something about a payment. The list is fetched again also after a refusal: somebody may have been faster. */
export function useDecide(member: StaffMemberView) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: decide,
    onSettled: (_response, error) => refetchAfter(queryClient, problemsKey(member), error),
  })
}
