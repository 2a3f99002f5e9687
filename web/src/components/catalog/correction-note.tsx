import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Correction } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import c from './correction-note.module.css'

const text = defineMessages({
  instead: { id: 'search.corrected', defaultMessage: 'Showing results for <b>{query}</b>.' },
  also: { id: 'search.corrected_also', defaultMessage: 'Also showing results for <b>{query}</b>.' },
})

type Props = {
  correction: Correction | undefined
  /** The way to what was typed. */
  children?: ReactNode
}

/** Says that a search was corrected; nothing for one that was not (BRW-02). */
export function CorrectionNote({ correction, children }: Props) {
  if (correction === undefined) return null
  const query = <bdi>{correction.query}</bdi>
  return (
    <p className={c.note}>
      <span>
        <FormattedMessage
          {...(correction.exact_size === 0 ? text.instead : text.also)}
          values={{ query, b: (parts) => <strong>{parts}</strong> }}
        />
      </span>
      {children}
    </p>
  )
}
