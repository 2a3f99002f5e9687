import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import c from './vehicle-about.module.css'

const text = defineMessages({
  more: { id: 'vehicle.read_more', defaultMessage: 'Read more' },
  less: { id: 'vehicle.read_less', defaultMessage: 'Read less' },
})

const shown = 70 // characters before "Read more" (RNT-03)

/** A description, shortened until its rest is asked for. */
export function ShortText({ words }: { words: string }) {
  const [isWhole, setWhole] = useState(false)
  const letters = [...words]
  const isLong = letters.length > shown
  return (
    <p className={c.about}>
      <bdi>{isLong && !isWhole ? `${letters.slice(0, shown).join('').trimEnd()}…` : words}</bdi>{' '}
      {isLong && (
        <button type="button" className={c.more} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          <FormattedMessage {...(isWhole ? text.less : text.more)} />
        </button>
      )}
    </p>
  )
}
