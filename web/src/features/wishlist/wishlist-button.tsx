import { ActionIcon } from '@mantine/core'
import { IconHeart } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import { useScope, type Scope } from '@/lib/scope/scope'

const text = defineMessages({
  label: { id: 'wishlist_button.label', defaultMessage: 'Wishlist' },
})

/** Whether there is a wishlist to look at: of a customer, at a place, of things and not of parcels (HDR-01). */
export const hasWishlist = ({ signedIn, zoneIds, module }: Scope) =>
  signedIn && zoneIds.length > 0 && module?.module_type !== 'parcel'

/** Opens the wishlist's drawer. */
export function WishlistButton({ onOpen }: { onOpen: () => void }) {
  const { formatMessage: t } = useIntl()
  if (!hasWishlist(useScope())) return null
  return (
    <ActionIcon onClick={onOpen} aria-label={t(text.label)} aria-haspopup="dialog">
      <IconHeart size={22} />
    </ActionIcon>
  )
}
