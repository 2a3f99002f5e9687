import { Button } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { problems } from '@/lib/requests/problems'
import { common } from '@/lib/text/intl'
import c from './checkout.module.css'

/** Shows that the changed order could not be quoted, so that the summary beside it is older. */
export function NotQuoted({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { formatMessage: t } = useIntl()
  return (
    <div className={c.notQuoted} role="alert">
      {problems(error, t(common.offline)).map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
      <Button variant="default" size="sm" h={44} onClick={onRetry}>
        <FormattedMessage {...common.retry} />
      </Button>
    </div>
  )
}
