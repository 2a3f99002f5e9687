import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteDriverLicence, getDriverLicence, putDriverLicence } from '@/lib/api/sdk.gen'
import type { LicenceView, PutLicenceInputBody } from '@/lib/api/types.gen'
import { asShopper } from '@/lib/account/guest'
import { mayRepeat } from '@/lib/requests/problems'
import { refetchAfter } from '@/lib/requests/refetch-after'
import { storeResponse } from '@/lib/requests/store-response'
import { currentScope, type Scope } from '@/lib/scope/scope'

/** The licence of the shopper, a guest or a customer; null: they have given none. */
export const licenceOptions = ({ headers, guest }: Scope) =>
  queryOptions({
    queryKey: ['driver-licence', headers, guest] as const,
    queryFn: ({ signal }) =>
      asShopper(async (guestId): Promise<LicenceView | null> => {
        const query = { guest_id: guestId }
        return (await getDriverLicence({ headers, query, signal, throwOnError: true })).data.licence ?? null
      }),
    retry: mayRepeat,
  })

type LicenceInput = Omit<PutLicenceInputBody, 'guest_id'>

/** Gives a licence in the place of the one that the shopper has seen. */
export function useGiveLicence() {
  const { done, refetch } = useLicenceChange()
  return useMutation({
    meta: { quiet: true }, // the form shows the error
    mutationFn: (body: LicenceInput) =>
      asShopper(async (guestId) => {
        const { headers } = currentScope()
        return (await putDriverLicence({ headers, body: { ...body, guest_id: guestId }, throwOnError: true })).data
      }),
    onSuccess: done,
    onError: refetch, // there may be another one
  })
}

/** Deletes the licence that the shopper has seen. */
export function useDeleteLicence() {
  const { done, refetch } = useLicenceChange()
  return useMutation({
    mutationFn: (id: number) =>
      asShopper(async (guestId) => {
        const { headers } = currentScope()
        return (await deleteDriverLicence({ headers, query: { id, guest_id: guestId }, throwOnError: true })).data
      }),
    onSuccess: done,
    onError: refetch,
  })
}

/** What follows a change: the licence is known, and trips and quotes are fetched again. */
function useLicenceChange() {
  const queryClient = useQueryClient()
  const refetch = (error: unknown) => refetchAfter(queryClient, licenceOptions(currentScope()).queryKey, error)
  const done = async ({ licence }: { licence?: LicenceView }) => {
    await storeResponse(queryClient, licenceOptions(currentScope()).queryKey, licence ?? null)
    void queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => name === 'trip-quote' || isTrip(name) })
  }
  return { done, refetch }
}

/** The generated key of a trip. */
const isTrip = (name: unknown) => (name as { _id?: string } | undefined)?._id === 'getTrip'
