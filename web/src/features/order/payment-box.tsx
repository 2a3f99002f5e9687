import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Money } from '@/components/money'
import { UploadedImage } from '@/components/uploaded-image'
import type { OfflinePaymentView, OrderView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useClock } from '@/lib/text/times'
import { InfoBox } from '@/components/info-box'
import { OtherWays } from './other-ways'
import { PaymentForm } from './payment-form'
import c from './payment-box.module.css'

const text = defineMessages({
  pay: { id: 'payment.pay', defaultMessage: 'Pay {amount} to start your order' },
  until: {
    id: 'payment.until',
    defaultMessage: 'Please pay and tell us by {time}. After that the order is canceled.',
  },
  sent: { id: 'payment.sent', defaultMessage: 'We are looking for your payment' },
  sentWhy: {
    id: 'payment.sent_why',
    defaultMessage: 'The store begins as soon as your payment has arrived. You can close this page.',
  },
  refused: { id: 'payment.refused', defaultMessage: 'Your payment was not found' },
  refusedWhy: { id: 'payment.refused_why', defaultMessage: 'Please correct it by {time}. Reason: {reason}' },
  received: { id: 'payment.received', defaultMessage: 'Your payment has arrived' },
  receivedWhy: { id: 'payment.received_why', defaultMessage: 'You paid {amount} by {method}.' },
  ended: { id: 'payment.ended', defaultMessage: 'Have you paid already?' },
  endedWhy: {
    id: 'payment.ended_why',
    defaultMessage: 'If your payment arrives, you get it back the way it came.',
  },
  back: { id: 'payment.back', defaultMessage: 'Your money comes back' },
  backWhy: { id: 'payment.back_why', defaultMessage: 'You get {amount} back the way you paid: {method}.' },
  change: { id: 'payment.change', defaultMessage: 'Correct it' },
  photo: { id: 'payment.photo', defaultMessage: 'Photo {number} of your payment' },
})

type Props = { order: OrderView; token: string | undefined; isRunning: boolean }

/** The payment of an order that is paid outside of the shop: how, whether it was found, and what comes back (CHK-03). */
export function PaymentBox({ order, token, isRunning }: Props) {
  const [isChanging, setChanging] = useState(false)
  const box = useRef<HTMLElement>(null)
  const clock = useClock(order.tracking.time_zone, dayTime)
  const payment = order.offline_payment
  const said = payment && wordsOf(order, payment, isRunning)
  if (!said) return null
  const canSend = order.offline_methods.length > 0
  const asks = canSend && (payment.status !== 'sent' || isChanging)
  // The button that was pressed goes with the form: its box takes the focus.
  const close = () => {
    setChanging(false)
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'nearest' })
  }
  const values = {
    amount: <Money key="amount" value={order.to_pay} />,
    method: <bdi key="method">{payment.name}</bdi>,
    reason: <bdi key="reason">{payment.reason}</bdi>,
    time: payment.due_at && (
      <time key="time" dateTime={payment.due_at}>
        <bdi>{clock(payment.due_at)}</bdi>
      </time>
    ),
  }
  return (
    <InfoBox {...said} values={values} ref={box}>
      {asks ? (
        <>
          <PaymentForm order={order} payment={payment} token={token} onSent={close} />
          <div className={c.form}>
            <OtherWays order={order} token={token} />
          </div>
        </>
      ) : (
        <>
          <Given payment={payment} />
          {canSend && (
            <Button variant="default" h={44} onClick={() => setChanging(true)}>
              <FormattedMessage {...text.change} />
            </Button>
          )}
        </>
      )}
    </InfoBox>
  )
}

/** Title and reason; undefined: there is nothing to say. */
function wordsOf(
  order: OrderView,
  payment: OfflinePaymentView,
  isRunning: boolean,
): { title: Message; why: Message } | undefined {
  if (order.payment_status === 'refunded') return { title: text.back, why: text.backWhy }
  if (payment.status === 'received') return isRunning ? { title: text.received, why: text.receivedWhy } : undefined
  if (!isRunning) return payment.status === 'sent' ? { title: text.ended, why: text.endedWhy } : undefined
  if (payment.status === 'sent') return { title: text.sent, why: text.sentWhy }
  return payment.status === 'refused'
    ? { title: text.refused, why: text.refusedWhy }
    : { title: text.pay, why: text.until }
}

/** What the shopper has said about the payment. */
function Given({ payment }: { payment: OfflinePaymentView }) {
  const { formatMessage: t } = useIntl()
  if (payment.status !== 'sent') return null
  return (
    <>
      <dl className={c.facts}>
        {payment.fields.map(({ id, label, value }) => (
          <div key={id}>
            <dt>
              <bdi>{label}</bdi>
            </dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {payment.images.length > 0 && (
        <ul className={c.images}>
          {payment.images.map((id, at) => (
            <li key={id}>
              <UploadedImage id={id} label={t(text.photo, { number: at + 1 })} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
