import { Button } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { problems } from '@/lib/requests/problems'
import { EmptyState } from './empty-state'

const text = defineMessages({
  title: { id: 'error_state.title', defaultMessage: 'This did not load' },
})

/** Shows the server's error message, and a button to try again. */
export function ErrorState({ error, onRetry, art }: { error: unknown; onRetry: () => void; art?: string }) {
  const { formatMessage: t } = useIntl()
  const reasons = problems(error, t(common.offline)).map(({ message }) => message)
  return (
    <div role="alert">
      <EmptyState
        art={art}
        title={<FormattedMessage {...text.title} />}
        text={reasons.join(' ')}
        action={
          <Button size="md" onClick={onRetry}>
            <FormattedMessage {...common.retry} />
          </Button>
        }
      />
    </div>
  )
}
