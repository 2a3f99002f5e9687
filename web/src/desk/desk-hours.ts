import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getVendorStore, putVendorHours } from '@/lib/api/sdk.gen'
import type { StaffMemberView, VendorHoursInputBody } from '@/lib/api/types.gen'
import { refetchAfter } from '@/lib/requests/refetch-after'
import { storeResponse } from '@/lib/requests/store-response'
import { useSession } from './session'

const storeKey = (member: StaffMemberView) => ['desk-store', member.id]

/** How often it is looked whether the store is open, ms. */
const pollInterval = 60_000

/** The store itself, as its vendors see it. */
export const useVendorStore = (member: StaffMemberView) =>
  useQuery({
    queryKey: storeKey(member),
    queryFn: async ({ signal }) => (await getVendorStore({ signal, throwOnError: true })).data,
    enabled: useSession() !== 0,
    staleTime: 0,
    refetchInterval: pollInterval,
  })

/** Stores the opening hours. Without any the store is closed. After a refusal they are fetched again. */
export function useSaveHours(member: StaffMemberView) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: VendorHoursInputBody) => (await putVendorHours({ body, throwOnError: true })).data,
    onSuccess: (store) => storeResponse(queryClient, storeKey(member), store),
    onError: (error) => refetchAfter(queryClient, storeKey(member), error),
  })
}
