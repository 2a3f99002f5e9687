import { IconPlugConnectedX } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import c from './reconnecting.module.css'

const text = defineMessages({
  note: { id: 'reconnecting.note', defaultMessage: 'Reconnecting. What you see may be a moment old.' },
})

/** Shows that a live view has lost its connection. */
export function Reconnecting({ isLive }: { isLive: boolean }) {
  return (
    <p className={c.note} role="status">
      {!isLive && (
        <>
          <IconPlugConnectedX size={18} aria-hidden />
          <FormattedMessage {...text.note} />
        </>
      )}
    </p>
  )
}
