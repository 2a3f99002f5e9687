import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { listVendorItems, putVendorStock } from '@/lib/api/sdk.gen'
import type { StaffMemberView } from '@/lib/api/types.gen'
import { uniqueEntries } from '@/lib/requests/paged-list'
import { refetchAfter } from '@/lib/requests/refetch-after'
import { useSession } from './session'

const pageSize = 20
/** How often the numbers are fetched again, ms: shoppers buy all the time. */
const pollInterval = 30_000

const stockKey = (member: StaffMemberView, ...search: string[]) => ['desk-stock', member.id, ...search]

/** The items of the vendor's store with their stock, by name. */
export function useStock(member: StaffMemberView, search: string) {
  const list = useInfiniteQuery({
    queryKey: stockKey(member, search),
    queryFn: async ({ pageParam, signal }) => {
      const query = { search: search || undefined, limit: pageSize, offset: pageParam }
      return (await listVendorItems({ query, signal, throwOnError: true })).data
    },
    initialPageParam: 1,
    getNextPageParam: ({ total_size }, _pages, page) => (page * pageSize < total_size ? page + 1 : undefined),
    enabled: useSession() !== 0,
    staleTime: 0,
    refetchInterval: pollInterval,
    placeholderData: keepPreviousData,
  })
  return { list, items: list.data && uniqueEntries(list.data.pages.map((page) => page.items)) }
}

/** What the store has counted of an item, of a variation or of a campaign. */
export type Counted = {
  itemId: number
  variationId?: number | undefined
  campaignId?: number | undefined
  /** null: not counted any more. */
  units: number | null
  /** What was shown. If an order has changed it since, the server refuses. */
  expected: number | null
}

/** Stores what was counted, and fetches the numbers again, also after a refusal. */
export function useCount(member: StaffMemberView) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ itemId, variationId, campaignId, units, expected }: Counted) =>
      putVendorStock({
        path: { id: itemId },
        body: {
          variation_id: variationId,
          campaign_id: campaignId,
          stock: units ?? 0,
          uncounted: units === null,
          // Next release: expected_uncounted too. During an upgrade an older instance may respond, which refuses it.
          expected_stock: expected ?? undefined,
        },
        throwOnError: true,
      }),
    onSettled: (_response, error) => refetchAfter(queryClient, stockKey(member), error),
  })
}
