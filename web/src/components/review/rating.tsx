import { IconStarFilled } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import c from './rating.module.css'

const text = defineMessages({
  rated: {
    id: 'rating.rated',
    defaultMessage: 'Rated {value} out of 5, {count, plural, one {# review} other {# reviews}}',
  },
})

/** A star, the average with one decimal (D25), and the number of ratings. Renders nothing without ratings. */
export function Rating({ value, count }: { value: number; count: number }) {
  const intl = useIntl()
  if (count === 0) return null
  const figure = intl.formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <span className={c.rating} role="img" aria-label={intl.formatMessage(text.rated, { value: figure, count })}>
      <IconStarFilled size={14} aria-hidden />
      <b className="num">{figure}</b>
      <span className="num">({intl.formatNumber(count, { notation: 'compact', maximumFractionDigits: 1 })})</span>
    </span>
  )
}
