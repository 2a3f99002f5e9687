import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import c from './units-bar.module.css'

const text = defineMessages({
  left: { id: 'units.left', defaultMessage: '{left, plural, one {# of {units} left} other {# of {units} left}}' },
  none: { id: 'units.none', defaultMessage: 'All {units} are gone' },
})

/** How many units of an offer are left: the sentence, and the same as a bar for the eye. */
export function UnitsBar({ units, left }: { units: number; left: number }) {
  return (
    <div className={c.units} data-low={left * 4 <= units || undefined}>
      <span className={c.bar} aria-hidden>
        <span style={{ inlineSize: `${units > 0 ? (100 * left) / units : 0}%` }} />
      </span>
      <span className={c.words}>
        <FormattedMessage {...(left > 0 ? text.left : text.none)} values={{ left, units }} />
      </span>
    </div>
  )
}
