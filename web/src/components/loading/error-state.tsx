import { Button } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { problems } from '@/lib/requests/problems'
import { EmptyState } from './empty-state'

const text = defineMessages({
  title: { id: 'error_state.title', defaultMessage: 'This did not load' },
})

type Props = {
  error: unknown
  onRetry: () => void
  /** The retry is running. */
  busy?: boolean
  art?: string
}

/** Shows the server's error message, and a button to try again. */
export function ErrorState({ error, onRetry, busy, art }: Props) {
  const { formatMessage: t } = useIntl()
  const reasons = problems(error, t(common.offline)).map(({ message }) => message)
  return (
    <div role="alert">
      <EmptyState
        art={art}
        title={<FormattedMessage {...text.title} />}
        text={reasons.join(' ')}
        action={
          // Not `disabled`, which loses the focus, nor BusyButton, which the first page does not load.
          <Button
            size="md"
            aria-disabled={busy || undefined}
            data-disabled={busy || undefined}
            onClick={busy ? undefined : onRetry}
          >
            <FormattedMessage {...common.retry} />
          </Button>
        }
      />
    </div>
  )
}
