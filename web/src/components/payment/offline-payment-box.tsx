import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { OfflinePaymentView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useClock } from '@/lib/text/times'
import { InfoBox } from '@/components/layout/info-box'
import { Money } from '@/components/price/money'
import { hasRefund, offlineBack } from '@/components/refund/money-back'
import { OfflinePaymentForm, type SendPayment } from './offline-payment-form'
import c from './offline-payment.module.css'
import { OtherWays, type Paying } from './other-ways'
import type { PurchasePayment } from './payment-words'
import { UploadedImage } from '@/components/upload/uploaded-image'

const text = defineMessages({
  sent: { id: 'payment.sent', defaultMessage: 'We are looking for your payment' },
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
  backDone: { id: 'payment.back_done', defaultMessage: 'You got your money back' },
  change: { id: 'payment.change', defaultMessage: 'Correct it' },
  photo: { id: 'payment.photo', defaultMessage: 'Photo {number} of your payment' },
})

type Props = {
  of: PurchasePayment
  /** It is not over. */
  isRunning: boolean
  timeZone: string
  words: {
    /** What cash is called here. */
    cash: Message
    /** Asks for {amount}. */
    pay: Message
    /** Until {time}. */
    until: Message
    /** What follows once the payment was found. */
    sentWhy: Message
  }
  send: SendPayment
  paying: Paying
}

/** The payment of an order or a trip that is paid outside of the shop: how, whether it was found, and what comes back (CHK-03). */
export function OfflinePaymentBox({ of, isRunning, timeZone, words, send, paying }: Props) {
  const [isChanging, setChanging] = useState(false)
  const box = useRef<HTMLElement>(null)
  const clock = useClock(timeZone, dayTime)
  const payment = of.offline_payment
  const said = payment && wordsOf(of, payment, isRunning, words)
  if (!said) return null
  const { amount = of.to_pay, ...titleAndWhy } = said
  const canSend = of.offline_methods.length > 0
  const asks = canSend && (payment.status !== 'sent' || isChanging)
  // The button that was pressed goes with the form: its box takes the focus.
  const close = () => {
    setChanging(false)
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'nearest' })
  }
  const values = {
    amount: <Money key="amount" value={amount} />,
    method: <bdi key="method">{payment.name}</bdi>,
    reason: <bdi key="reason">{payment.reason}</bdi>,
    time: payment.due_at && (
      <time key="time" dateTime={payment.due_at}>
        <bdi>{clock(payment.due_at)}</bdi>
      </time>
    ),
  }
  return (
    <InfoBox {...titleAndWhy} values={values} ref={box}>
      {asks ? (
        <>
          <OfflinePaymentForm methods={of.offline_methods} payment={payment} send={send} onSent={close} />
          <div className={c.form}>
            <OtherWays of={of} cash={words.cash} paying={paying} />
          </div>
        </>
      ) : (
        <>
          <SentPayment payment={payment} />
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

/** Title, reason, and its amount unless that is what was to be paid; undefined: there is nothing to say. */
function wordsOf(
  of: PurchasePayment,
  payment: OfflinePaymentView,
  isRunning: boolean,
  words: Props['words'],
): { title: Message; why: Message; amount?: number } | undefined {
  const [back] = hasRefund(of) ? [] : offlineBack(of)
  if (back) return { title: back.isToCome ? text.back : text.backDone, why: back.message, amount: back.amount }
  if (of.payment_status === 'refunded') return undefined
  if (payment.status === 'received') return isRunning ? { title: text.received, why: text.receivedWhy } : undefined
  if (!isRunning) return payment.status === 'sent' ? { title: text.ended, why: text.endedWhy } : undefined
  if (payment.status === 'sent') return { title: text.sent, why: words.sentWhy }
  return payment.status === 'refused'
    ? { title: text.refused, why: text.refusedWhy }
    : { title: words.pay, why: words.until }
}

/** What the shopper has said about the payment. */
function SentPayment({ payment }: { payment: OfflinePaymentView }) {
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
