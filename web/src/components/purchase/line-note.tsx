import { IconMessage } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import c from './line-note.module.css'

const text = defineMessages({
  note: { id: 'line_note.label', defaultMessage: 'Note:' },
})

/** The shopper's note of a line. */
export function LineNote({ note }: { note: string }) {
  if (!note) return null
  return (
    <span className={c.note}>
      <IconMessage size={16} aria-hidden className="mirrored" />
      <span className="sr">
        <FormattedMessage {...text.note} />{' '}
      </span>
      <bdi>{note}</bdi>
    </span>
  )
}
