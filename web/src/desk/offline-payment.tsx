import { FormattedMessage, useIntl } from 'react-intl'
import { Badge } from '@/components/badge'
import { Money } from '@/components/price/money'
import type { OfflinePaymentView, StaffOrderView, StaffTripView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'
import { PrivateImages } from './private-images'
import type { Role } from './steps'
import c from './order-parts.module.css'

const text = defineMessages({
  title: { id: 'desk_payment.title', defaultMessage: 'Payment: {method}' },
  field: { id: 'desk_payment.field', defaultMessage: '{label}: {value}' },
  image: { id: 'desk_payment.image', defaultMessage: 'Photo {number} of the payment' },
  owedCash: { id: 'desk_payment.owed_cash', defaultMessage: 'To pay back in cash: {amount}' },
  owed: { id: 'desk_payment.owed', defaultMessage: 'To pay back: {amount}' },
  answer: { id: 'desk_payment.answer', defaultMessage: 'Answer: {answer}' },
  vendor: { id: 'desk_payment.vendor', defaultMessage: 'Waiting for the payment' },
})

const statuses: Record<OfflinePaymentView['status'], Message> = defineMessages({
  awaited: { id: 'desk_payment.awaited', defaultMessage: 'Not sent yet' },
  sent: { id: 'desk_payment.sent', defaultMessage: 'To check' },
  received: { id: 'desk_payment.received', defaultMessage: 'Received' },
  refused: { id: 'desk_payment.refused', defaultMessage: 'Not received' },
})

/** What the shopper says about a payment outside of the shop, and what came of it (CHK-03). A store learns only that it waits. */
export function OfflinePayment({ order, role }: { order: StaffOrderView | StaffTripView; role: Role }) {
  const { formatMessage: t } = useIntl()
  const payment = order.offline_payment
  if (!payment || role !== 'admin') {
    return order.awaits_payment ? <Badge tone="soft">{t(text.vendor)}</Badge> : null
  }
  const { name, status, fields, images, reason } = payment
  return (
    <div className={c.words}>
      <p className={c.amounts}>
        <b>
          <FormattedMessage {...text.title} values={{ method: <bdi key="method">{name}</bdi> }} />
        </b>
        <Badge tone={status === 'sent' ? 'fresh' : 'quiet'}>{t(statuses[status])}</Badge>
      </p>
      {fields.map(({ id, label, value }) => (
        <p key={id}>
          <FormattedMessage
            {...text.field}
            values={{ label: <bdi key="label">{label}</bdi>, value: <bdi key="value">{value}</bdi> }}
          />
        </p>
      ))}
      {images.length > 0 && <PrivateImages ids={images} role={role} label={(number) => t(text.image, { number })} />}
      {reason && (
        <p className={c.quiet}>
          <FormattedMessage {...text.answer} values={{ answer: <bdi key="answer">{reason}</bdi> }} />
        </p>
      )}
    </div>
  )
}

/** What an admin must still give back to the shopper, and what of it is cash. */
export function ToPayBack({ order }: { order: StaffOrderView | StaffTripView }) {
  const { to_pay_back: all = 0, cash_to_pay_back: cash = 0 } = order
  if (all === 0) return null
  return (
    <div className={c.words}>
      {cash > 0 && (
        <b>
          <FormattedMessage {...text.owedCash} values={{ amount: <Money key="amount" value={cash} /> }} />
        </b>
      )}
      {all > cash && (
        <b>
          <FormattedMessage {...text.owed} values={{ amount: <Money key="amount" value={all - cash} /> }} />
        </b>
      )}
    </div>
  )
}
