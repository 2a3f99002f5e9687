import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import { sumMajor } from '@/lib/text/money'
import { useShop } from '@/lib/scope/shop'
import { Money } from './money'
import c from './saved.module.css'

const text = defineMessages({
  save: { id: 'price.save', defaultMessage: 'You save {amount}' },
})

/** The text of how much discounts save, in major units. Renders nothing if they save nothing. */
export function Saved({ from, to }: { from: number; to: number }) {
  const { digit_after_decimal_point: digits } = useShop()
  const amount = sumMajor([from, -to], digits)
  if (amount <= 0) return null
  return (
    <span className={c.saved}>
      <FormattedMessage {...text.save} values={{ amount: <Money key="amount" value={amount} /> }} />
    </span>
  )
}
