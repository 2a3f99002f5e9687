import { ActionIcon } from '@mantine/core'
import { IconHeart } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import { useScope, type ModuleType, type Scope } from '@/lib/scope/scope'
import { useModuleType } from '@/lib/scope/shop'

const text = defineMessages({
  label: { id: 'wishlist_button.label', defaultMessage: 'Wishlist' },
})

/** Whether the header shows the wishlist: only for a customer with a place, and not in parcel (HDR-01). */
export const hasWishlist = ({ signedIn, zoneIds }: Scope, moduleType: ModuleType | undefined) =>
  signedIn && zoneIds.length > 0 && moduleType !== 'parcel'

/** The header's button that opens the wishlist drawer. */
export function WishlistButton({ onOpen }: { onOpen: () => void }) {
  const { formatMessage: t } = useIntl()
  const scope = useScope()
  const moduleType = useModuleType()
  if (!hasWishlist(scope, moduleType)) return null
  return (
    <ActionIcon onClick={onOpen} aria-label={t(text.label)} aria-haspopup="dialog">
      <IconHeart size={22} />
    </ActionIcon>
  )
}
