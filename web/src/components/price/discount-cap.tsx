import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import { Badge } from '@/components/badge'
import { Money } from './money'

const text = defineMessages({
  upTo: { id: 'discount.up_to', defaultMessage: 'up to {amount} off' },
})

/** The cap of a discount for an order, beside its badge. Renders nothing without a cap. */
export function DiscountCap({ limit }: { limit: number }) {
  if (limit <= 0) return null
  return (
    <Badge tone="deal-soft">
      <FormattedMessage {...text.upTo} values={{ amount: <Money key="amount" value={limit} /> }} />
    </Badge>
  )
}
