import { IconRefresh } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { EmptyState } from '@/components/loading/empty-state'
import { emptyArt } from '@/lib/page/empty-art'
import { focusOnMount } from '@/lib/page/focus-on-mount'
import { defineMessages, type Message } from '@/lib/text/messages'

const text = defineMessages({ signIn: { id: 'checkout.sign_in', defaultMessage: 'Sign In' } })

type Props = {
  /** The texts that name what was sent. */
  labels: Record<'unanswered' | 'unansweredText' | 'unansweredGuest' | 'askAgain', Message>
  /** The shopper may send it again. Sent by somebody else, it could be placed twice. */
  isMine: boolean
  isAsking: boolean
  ask: () => void
  /** Opens the sign-in; undefined if the shop has none. */
  onSignIn?: () => void
}

/** Shown instead of a checkout until it is known whether something was placed. Its button sends that again. */
export function Unanswered({ labels, isMine, isAsking, ask, onSignIn }: Props) {
  const canAsk = isMine || !onSignIn
  return (
    <div role="alert">
      <EmptyState
        art={emptyArt('error')}
        title={<FormattedMessage {...labels.unanswered} />}
        text={<FormattedMessage {...(canAsk ? labels.unansweredText : labels.unansweredGuest)} />}
        action={
          <BusyButton
            ref={focusOnMount}
            size="md"
            leftSection={canAsk && <IconRefresh size={20} aria-hidden />}
            busy={isAsking}
            onClick={canAsk ? ask : onSignIn}
          >
            <FormattedMessage {...(canAsk ? labels.askAgain : text.signIn)} />
          </BusyButton>
        }
      />
    </div>
  )
}
