import { useIntl } from 'react-intl'
import { AmountField } from '@/components/form/amount-field'
import { useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'

const text = defineMessages({
  tip: { id: 'checkout.tip', defaultMessage: 'Tip for the rider ({symbol})' },
})

const maxTip = 100_000 // major units; the server's limit

type Props = {
  /** 0: none. */
  tip: number
  onTip: (tip: number) => void
  error: string | undefined
}

/** The tip for the rider of an order or a parcel. */
export function TipField({ tip, onTip, error }: Props) {
  const { formatMessage: t } = useIntl()
  const { currency_symbol: symbol } = useShop()
  return (
    <AmountField
      label={t(text.tip, { symbol })}
      value={tip || undefined}
      maxAmount={maxTip}
      onAmount={(amount = 0) => onTip(amount)}
      error={error}
    />
  )
}
