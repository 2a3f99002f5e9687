import { Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { defineMessages, type Message } from '@/lib/text/messages'
import { Dialog } from '@/components/overlay/dialog'
import c from './guest-prompt.module.css'

const text = defineMessages({
  title: { id: 'guest_prompt.title', defaultMessage: 'Do you want to login or continue as a guest?' },
  reason: {
    id: 'guest_prompt.reason',
    defaultMessage:
      'Logging in saves your order history. As a guest you cannot see this order in a history after placing it.',
  },
  guest: { id: 'guest_prompt.guest', defaultMessage: 'Guest' },
  login: { id: 'guest_prompt.login', defaultMessage: 'Login' },
  signUp: { id: 'guest_prompt.sign_up', defaultMessage: 'Sign Up' },
})

/** The first form of the sign-in. */
export type AuthMode = 'sign-in' | 'sign-up'

type Props = {
  opened: boolean
  /** Why to sign in; default: about an order. */
  reason?: Message
  onClose: () => void
  /** Opens the checkout as a guest. */
  onGuest: () => void
  /** Opens the sign-in. */
  onAuth: (mode: AuthMode) => void
}

/** Asks guests before the checkout whether to sign in, if the shop has a sign-in (CART-06, D24). */
export function GuestPrompt({ opened, reason = text.reason, onClose, onGuest, onAuth }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={<FormattedMessage {...text.title} />} width={420} small>
      <p className={c.reason}>
        <FormattedMessage {...reason} />
      </p>
      <div className={c.buttons}>
        <Button size="md" onClick={() => onAuth('sign-in')}>
          <FormattedMessage {...text.login} />
        </Button>
        <Button size="md" variant="default" onClick={() => onAuth('sign-up')}>
          <FormattedMessage {...text.signUp} />
        </Button>
        <Button size="md" variant="default" onClick={onGuest}>
          <FormattedMessage {...text.guest} />
        </Button>
      </div>
    </Dialog>
  )
}
