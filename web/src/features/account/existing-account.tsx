import { Button } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { Avatar } from '@/components/account/avatar'
import type { ExistingUserView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { useSend } from './use-send'
import c from './account.module.css'

const text = defineMessages({
  reason: {
    id: 'is_it_you.reason',
    defaultMessage: 'There is an account with this contact already. If it is yours, you go on with it.',
  },
  kept: {
    id: 'is_it_you.kept',
    defaultMessage: 'Its wallet and points stay. Everything else stored there is removed.',
  },
  yes: { id: 'is_it_you.yes', defaultMessage: 'Yes, it’s me' },
  no: { id: 'is_it_you.no', defaultMessage: 'No, make a new account' },
})

type Props = { person: NonNullable<ExistingUserView>; onAnswer: (answer: 'yes' | 'no') => Promise<void> }

/** Asks whether an existing account with the verified contact belongs to the user (AUTH-06). */
export function ExistingAccount({ person, onAnswer }: Props) {
  const { isBusy, send } = useSend()
  const answer = (answer: 'yes' | 'no') => () => void send(() => onAnswer(answer))
  return (
    <div className={c.you}>
      <Avatar src={person.image} name={person.name} size={88} />
      <p className={c.person}>
        <bdi>{person.name}</bdi>
      </p>
      <p className={c.reason}>
        <FormattedMessage {...text.reason} />
      </p>
      <p className={c.reason}>
        <FormattedMessage {...text.kept} />
      </p>
      <BusyButton onClick={answer('yes')} busy={isBusy} data-autofocus>
        <FormattedMessage {...text.yes} />
      </BusyButton>
      <Button variant="default" onClick={answer('no')} disabled={isBusy}>
        <FormattedMessage {...text.no} />
      </Button>
    </div>
  )
}
