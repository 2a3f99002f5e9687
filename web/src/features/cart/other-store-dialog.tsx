import { FormattedMessage } from 'react-intl'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import { defineMessages } from '@/lib/text/messages'

const text = defineMessages({
  title: { id: 'cart.other_store_title', defaultMessage: 'Start a new cart?' },
  question: {
    id: 'cart.other_store',
    defaultMessage:
      'You have item from another store in cart. If you continue, your all previous item from cart will be removed and this one will be added.',
  },
})

type Props = { opened: boolean; busy: boolean; onConfirm: () => void; onClose: () => void }

/** Asks before the cart's items are removed, because a cart has items of only one store (CART-05). */
export default function OtherStoreDialog({ opened, busy, onConfirm, onClose }: Props) {
  return (
    <ConfirmDialog
      opened={opened}
      title={<FormattedMessage {...text.title} />}
      danger
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <FormattedMessage {...text.question} />
    </ConfirmDialog>
  )
}
