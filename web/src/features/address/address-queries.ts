import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listAddressesOptions } from '@/lib/api/@tanstack/react-query.gen'
import { deleteAddress, deleteDefaultAddress, postAddress, putAddress, putDefaultAddress } from '@/lib/api/sdk.gen'
import { useMounted } from '@/lib/page/use-mounted'
import { isUnchangedAddress, savedAddressOf, type Contact } from '@/lib/account/contact'
import { customerOptions } from '@/lib/account/customer'
import { currentScope, useScope, type Scope } from '@/lib/scope/scope'
import { toast } from '@/lib/page/toast'

const maxAddresses = 100 // one page; no customer can save more

/** The customer's saved addresses, starting with the one used last (ADDR-01). Disabled for guests. */
const addressesOptions = ({ headers, signedIn }: Scope) =>
  queryOptions({ ...listAddressesOptions({ headers, query: { limit: maxAddresses } }), enabled: signedIn })

/** The saved addresses. With a zone, only the addresses in it. */
export function useAddresses(zoneId?: number) {
  return useQuery({
    ...addressesOptions(useScope()),
    select: ({ addresses }) =>
      zoneId === undefined ? addresses : addresses.filter(({ zone_ids }) => zone_ids.includes(zoneId)),
  })
}

/** Returns a function that fetches the addresses again. They are also part of the customer. */
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

/**
 * Adds an address, or updates the one with its id (ADDR-04). Shows the server's message as a toast. Returns the
 * address with its id, so that a later change updates it.
 */
export function useSaveAddress() {
  const refetch = useRefetch()
  const queryClient = useQueryClient()
  const { queryKey } = addressesOptions(useScope())
  return useMutation({
    meta: { quiet: useMounted() }, // errors are shown at their fields
    mutationFn: async (contact: Contact) => {
      const { headers } = currentScope()
      const body = savedAddressOf(contact)
      const saved =
        contact.id === undefined
          ? await postAddress({ headers, body, throwOnError: true })
          : await putAddress({ headers, path: { id: contact.id }, body, throwOnError: true })
      await refetch()
      const all = queryClient.getQueryData(queryKey)?.addresses
      const id = contact.id ?? all?.find((address) => isUnchangedAddress(contact, address))?.id
      return { message: saved.data.message, contact: { ...contact, id } }
    },
    onSuccess: ({ message }) => toast(message),
  })
}

/** Makes an address the default for new devices, or removes the default. */
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

/** Deletes a saved address. Shows the server's message as a toast. */
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
