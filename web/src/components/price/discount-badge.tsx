import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import { useMoney } from '@/lib/scope/shop'
import { Badge } from '@/components/badge'

const text = defineMessages({
  off: { id: 'discount.off', defaultMessage: '{amount} off' },
  percentOff: { id: 'discount.percent_off', defaultMessage: '{n}% off' },
})

/** "20% off" or "$5.00 off" (PRC-02). Renders nothing without a discount. */
export function DiscountBadge({ discount, type, soft }: { discount: number; type: string; soft?: boolean }) {
  const money = useMoney()
  if (discount <= 0) return null
  return (
    <Badge tone={soft ? 'deal-soft' : 'deal'}>
      {type === 'percent' ? (
        <FormattedMessage {...text.percentOff} values={{ n: discount }} />
      ) : (
        <FormattedMessage {...text.off} values={{ amount: money(discount) }} />
      )}
    </Badge>
  )
}
