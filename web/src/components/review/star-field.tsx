import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useId } from 'react'
import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import c from './star-field.module.css'

const text = defineMessages({
  stars: { id: 'stars.stars', defaultMessage: '{count, plural, one {# star} other {# stars}}' },
})

const all = [1, 2, 3, 4, 5]

type Props = {
  /** What is rated, the name of the group. */
  label: string
  /** 0: nothing is chosen yet. */
  value: number
  onChange: (stars: number) => void
}

/** One to five stars. They are radio buttons, so that arrow keys and screen readers work. */
export function StarField({ label, value, onChange }: Props) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={c.stars}>
      {all.map((stars) => (
        <label key={stars} className={c.star} data-on={stars <= value || undefined}>
          <input
            type="radio"
            name={name}
            className={c.input}
            checked={stars === value}
            onChange={() => onChange(stars)}
          />
          {stars <= value ? <IconStarFilled size={32} aria-hidden /> : <IconStar size={32} aria-hidden />}
          <span className="sr">
            <FormattedMessage {...text.stars} values={{ count: stars }} />
          </span>
        </label>
      ))}
    </div>
  )
}
