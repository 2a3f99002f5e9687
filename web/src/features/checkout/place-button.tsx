import { FormattedMessage } from 'react-intl'
import { BusyButton } from '@/components/busy-button'
import { Money } from '@/components/money'
import type { QuoteView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { showFirstProblem } from './problems'
import c from './checkout.module.css'

const text = defineMessages({
  place: { id: 'checkout.place', defaultMessage: 'Place order' },
  blocked: { id: 'checkout.blocked', defaultMessage: 'Please look at what is marked first.' },
})

type Props = {
  quote: QuoteView
  isStale: boolean
  isPlacing: boolean
  onPlace: () => void
}

/** Places the order and shows its total. On phones it sticks to the bottom of the screen. */
export function PlaceButton({ quote, isStale, isPlacing, onPlace }: Props) {
  const isBlocked = quote.problems.length > 0
  return (
    <div className={c.place} data-stands>
      {isBlocked && (
        <button type="button" className={c.blocked} onClick={() => showFirstProblem()}>
          <FormattedMessage {...text.blocked} />
        </button>
      )}
      <BusyButton
        fullWidth
        h={52}
        disabled={isBlocked || isStale}
        busy={isPlacing}
        // An invalid field gets the focus, so that its value is not silently left out.
        onClick={() => showFirstProblem() || onPlace()}
        justify="space-between"
        rightSection={<Money value={quote.to_pay} />}
      >
        <FormattedMessage {...text.place} />
      </BusyButton>
    </div>
  )
}
