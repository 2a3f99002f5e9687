import { contactOf, nameOf, type Contact } from '@/lib/contact'
import { useCustomer } from '@/lib/customer'
import { useScope } from '@/lib/scope'

/** What a new address begins with: the customer, at the place in force. */
export function useNewAddress(): () => Contact {
  const { data: customer } = useCustomer()
  const { location, point } = useScope()
  return () => ({
    ...contactOf({
      contact_person_name: customer && nameOf(customer),
      contact_person_number: customer?.phone,
    }),
    address: point ? location : '',
    point,
  })
}
