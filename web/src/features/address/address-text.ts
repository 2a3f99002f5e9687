import { useIsRental } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'

/** Messages about saved addresses that several components use. */
export const addressText = defineMessages({
  saved: { id: 'address.saved', defaultMessage: 'Saved Addresses' },
  add: { id: 'address.add', defaultMessage: 'Add Address' },
  outside: { id: 'address.outside', defaultMessage: 'We do not deliver here yet.' },
  outsideRental: { id: 'address.outside_rental', defaultMessage: 'Pickup is not possible here yet.' },
  oops: { id: 'address.oops', defaultMessage: 'Oops' },
  none: {
    id: 'address.none',
    defaultMessage: "You don't have any saved address yet. please save address to continue",
  },
})

/** The message for an address in no zone. In rental it says pickup (HDR-09). */
export const useOutsideText = () => (useIsRental() ? addressText.outsideRental : addressText.outside)
