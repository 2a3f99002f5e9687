import { FormattedMessage } from 'react-intl'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import { defineMessages } from '@/lib/text/messages'

const text = defineMessages({
  title: { id: 'wishlist.remove_title', defaultMessage: 'Remove from your wishlist?' },
  what: { id: 'wishlist.remove_what', defaultMessage: '{name} will no longer be among your favourites.' },
  remove: { id: 'wishlist.remove', defaultMessage: 'Remove' },
})

type Props = { name: string; opened: boolean; onConfirm: () => void; onClose: () => void }

/** The confirmation before something is removed from the wishlist (WISH-01). */
export default function RemoveDialog({ name, ...dialog }: Props) {
  return (
    <ConfirmDialog
      title={<FormattedMessage {...text.title} />}
      confirm={<FormattedMessage {...text.remove} />}
      danger
      {...dialog}
    >
      <FormattedMessage {...text.what} values={{ name: <bdi key="name">{name}</bdi> }} />
    </ConfirmDialog>
  )
}
