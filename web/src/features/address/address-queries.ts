import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listAddressesOptions } from '@/lib/api/@tanstack/react-query.gen'
import { deleteAddress, deleteDefaultAddress, postAddress, putAddress, putDefaultAddress } from '@/lib/api/sdk.gen'
import { useMounted } from '@/lib/page/use-mounted'
import { savedAddressOf, type Contact } from '@/lib/account/contact'
import { customerOptions } from '@/lib/account/customer'
import { currentScope, useScope, type Scope } from '@/lib/scope/scope'
import { toast } from '@/lib/page/toast'

const most = 100 // one page: nobody may keep more

/** The customer's saved addresses, the one used last first (ADDR-01); a guest has none to ask for. */
const addressesOptions = ({ headers, signedIn }: Scope) =>
  queryOptions({ ...listAddressesOptions({ headers, query: { limit: most } }), enabled: signedIn })

/** The saved addresses; of a zone, only those within it. */
export function useAddresses(zoneId?: number) {
  return useQuery({
    ...addressesOptions(useScope()),
    select: ({ addresses }) =>
      zoneId === undefined ? addresses : addresses.filter(({ zone_ids }) => zone_ids.includes(zoneId)),
  })
}

/** Whatever shows addresses shows the new ones: the list, and the customer who has them. */
function useRefetch() {
  const queryClient = useQueryClient()
  const scope = useScope()
  return () =>
    Promise.all(
      [addressesOptions(scope), customerOptions(scope)].map(({ queryKey }) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
}

/** Adds an address, or updates the one that it is (ADDR-04); says what the server says of it. */
export function useSaveAddress() {
  const refetch = useRefetch()
  return useMutation({
    meta: { quiet: useMounted() }, // a complaint belongs under its field
    mutationFn: async (contact: Contact) => {
      const { headers } = currentScope()
      const body = savedAddressOf(contact)
      const saved =
        contact.id === undefined
          ? await postAddress({ headers, body, throwOnError: true })
          : await putAddress({ headers, path: { id: contact.id }, body, throwOnError: true })
      await refetch()
      return saved.data
    },
    onSuccess: ({ message }) => toast(message),
  })
}

/** Makes an address the one that a new device begins with, or no longer. */
export function useSetDefault() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: async ({ id, isDefault }: { id: number; isDefault: boolean }) => {
      const set = isDefault ? putDefaultAddress : deleteDefaultAddress
      const { data } = await set({ headers: currentScope().headers, path: { id }, throwOnError: true })
      await refetch()
      return data
    },
    onSuccess: ({ message }) => toast(message),
  })
}

/** Takes an address out of the book; says what the server says of it. */
export function useDeleteAddress() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: async (id: number) => {
      const { data } = await deleteAddress({ headers: currentScope().headers, path: { id }, throwOnError: true })
      await refetch()
      return data
    },
    onSuccess: ({ message }) => toast(message),
  })
}
