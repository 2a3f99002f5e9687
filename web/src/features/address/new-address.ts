import { parseContact, fullNameOf, type Contact } from '@/lib/account/contact'
import { useCustomer } from '@/lib/account/customer'
import { useScope } from '@/lib/scope/scope'

/** Returns a function that creates a new address, with the customer's name and phone and the current place. */
export function useNewAddress(): () => Contact {
  const { data: customer } = useCustomer()
  const { location, point } = useScope()
  return () => ({
    ...parseContact({
      contact_person_name: customer && fullNameOf(customer),
      contact_person_number: customer?.phone,
    }),
    address: point ? location : '',
    point,
  })
}
