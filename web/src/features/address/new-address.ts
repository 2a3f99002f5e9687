import { parseContact, fullNameOf, type Contact } from '@/lib/account/contact'
import { useCustomer } from '@/lib/account/customer'
import { useScope } from '@/lib/scope/scope'

/** What a new address begins with: the customer, at the place in force. */
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
