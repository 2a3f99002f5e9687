import { IconStarFilled } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import c from './review-stars.module.css'

const text = defineMessages({
  title: { id: 'review_stars.title', defaultMessage: '{count, plural, one {# review} other {# reviews}} to read' },
  row: {
    id: 'review_stars.row',
    defaultMessage: '{stars, plural, one {# star} other {# stars}}: {count, plural, one {# review} other {# reviews}}',
  },
})

/** How many of the reviews that can be read have five stars, four and so on. Ratings without a review are not in it. */
export function ReviewStars({ stars }: { stars: readonly number[] }) {
  const { formatNumber } = useIntl()
  const all = stars.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  return (
    <div className={c.box}>
      <p className={c.title}>
        <FormattedMessage {...text.title} values={{ count: all }} />
      </p>
      <ul className={c.rows}>
        {[5, 4, 3, 2, 1].map((value) => {
          const count = stars[value - 1] ?? 0
          return (
            <li key={value} className={c.row}>
              <span className="sr">
                <FormattedMessage {...text.row} values={{ stars: value, count }} />
              </span>
              <span aria-hidden className={c.label}>
                {formatNumber(value)} <IconStarFilled size={14} />
              </span>
              <span aria-hidden className={c.bar}>
                <span className={c.part} style={{ inlineSize: `${(count / all) * 100}%` }} />
              </span>
              <span aria-hidden className={c.count}>
                {formatNumber(count)}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
