import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import { Money } from './money'
import c from './price.module.css'

const text = defineMessages({
  now: { id: 'price.now', defaultMessage: 'Price' },
  was: { id: 'price.was', defaultMessage: 'Original price' },
})

type Props = {
  /** Major units. */
  now: number
  /** The price before a discount; shown only if it is higher. */
  was?: number
  size?: 'md' | 'lg'
  /** Shortens large amounts, on cards (D5). */
  short?: boolean
}

/** The current price, then the original one struck through. Screen readers get a name for each. */
export function Price({ now, was, size = 'md', short }: Props) {
  const reduced = was !== undefined && was > now
  return (
    <span className={c.price} data-size={size} data-deal={reduced || undefined}>
      <span className="sr">
        <FormattedMessage {...text.now} />
      </span>
      <b>
        <Money value={now} short={short} />
      </b>
      {reduced && (
        <>
          <span className="sr">
            <FormattedMessage {...text.was} />
          </span>
          <s>
            <Money value={was} short={short} />
          </s>
        </>
      )}
    </span>
  )
}
