import { Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { EmptyState } from '@/components/loading/empty-state'
import { emptyArt } from '@/lib/page/empty-art'
import { defineMessages } from '@/lib/text/messages'

const text = defineMessages({
  empty: { id: 'checkout.empty', defaultMessage: 'There is nothing to order yet' },
  emptyText: { id: 'checkout.empty_text', defaultMessage: 'Put something into your cart, and come back.' },
  guest: { id: 'checkout.guest', defaultMessage: 'Orders need an account here' },
  guestText: {
    id: 'checkout.guest_text',
    defaultMessage: 'This shop takes no orders from guests at the moment. Your cart is kept.',
  },
  browse: { id: 'checkout.browse', defaultMessage: 'Browse shops' },
  signIn: { id: 'checkout.sign_in', defaultMessage: 'Sign In' },
})

type Props = {
  /** empty: no lines · guest: guests may not order (CHK-02). */
  reason: 'empty' | 'guest'
  onBrowse: () => void
  onSignIn?: () => void
}

/** Shows why there is no checkout, with a button to sign in or to browse. */
export function NothingToOrder({ reason, onBrowse, onSignIn }: Props) {
  const isGuest = reason === 'guest'
  return (
    <EmptyState
      art={emptyArt('cart')}
      title={<FormattedMessage {...(isGuest ? text.guest : text.empty)} />}
      text={<FormattedMessage {...(isGuest ? text.guestText : text.emptyText)} />}
      action={
        <Button size="md" onClick={isGuest && onSignIn ? onSignIn : onBrowse}>
          <FormattedMessage {...(isGuest && onSignIn ? text.signIn : text.browse)} />
        </Button>
      }
    />
  )
}
