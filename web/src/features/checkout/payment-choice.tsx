import { IconBuildingBank, IconCash } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ChoiceCards } from '@/components/choice-cards'
import type { QuoteView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import type { CheckoutState } from './use-checkout'
import c from './checkout.module.css'

const text = defineMessages({
  payment: { id: 'checkout.payment', defaultMessage: 'Payment' },
  cash: { id: 'checkout.cash', defaultMessage: 'Cash on delivery' },
  cashDetail: { id: 'checkout.cash_detail', defaultMessage: 'Pay the rider at your door' },
  cashTakeAway: { id: 'checkout.cash_take_away', defaultMessage: 'Cash at the store' },
  cashTakeAwayDetail: { id: 'checkout.cash_take_away_detail', defaultMessage: 'Pay when you fetch it' },
  offlineDetail: { id: 'checkout.offline_detail', defaultMessage: 'Pay right after you order' },
  offlineNote: {
    id: 'checkout.offline_note',
    defaultMessage:
      'When your order is placed, you see where to pay. The store begins as soon as your payment has arrived.',
  },
})

/** The value of cash. Every other choice is the id of an offline method. */
const cash = 'cash_on_delivery'

/** How the order is paid (CHK-03). Until there is a quote, only what is chosen is known. */
export function PaymentChoice({ quote, state }: { quote: QuoteView | undefined; state: CheckoutState }) {
  const { formatMessage: t } = useIntl()
  const { draft, change, takeAway, shop } = state
  const methods = quote?.offline_methods ?? []
  return (
    <>
      <ChoiceCards
        label={t(text.payment)}
        name="payment"
        value={draft.payment_gateway || cash}
        onChange={(value) => change({ payment_gateway: value === cash ? '' : value })}
        choices={[
          ...(shop.cash_on_delivery
            ? [
                {
                  value: cash,
                  label: t(takeAway ? text.cashTakeAway : text.cash),
                  detail: t(takeAway ? text.cashTakeAwayDetail : text.cashDetail),
                  icon: <IconCash size={24} aria-hidden />,
                },
              ]
            : []),
          ...methods.map(({ id, name }) => ({
            value: id,
            label: name,
            detail: t(text.offlineDetail),
            icon: <IconBuildingBank size={24} aria-hidden />,
          })),
        ]}
      />
      {draft.payment_gateway !== '' && (
        <p className={c.quiet}>
          <FormattedMessage {...text.offlineNote} />
        </p>
      )}
    </>
  )
}
