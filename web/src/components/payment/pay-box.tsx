import { FormattedMessage } from 'react-intl'
import { useLeave } from '@/lib/page/leave'
import { defineMessages, type Message } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useClock } from '@/lib/text/times'
import { BusyButton } from '@/components/form/busy-button'
import { InfoBox } from '@/components/layout/info-box'
import c from '@/components/layout/info-box.module.css'
import { Money } from '@/components/price/money'
import { OtherWays, type Paying } from './other-ways'
import type { PurchasePayment } from './payment-words'

const text = defineMessages({
  now: { id: 'pay_box.now', defaultMessage: 'Pay now' },
  coming: { id: 'pay_box.coming', defaultMessage: 'Your payment is on its way' },
})

type Props = {
  of: PurchasePayment
  paying: Paying
  timeZone: string
  words: {
    /** What cash is called here. */
    cash: Message
    /** Asks for {amount}. */
    pay: Message
    /** Until {time}. */
    until: Message
    /** What follows once the payment has arrived. */
    comingWhy: Message
  }
}

/** Asks for the payment of an order or a trip that waits for one at a gateway: now, or in another way (CHK-03). */
export function PayBox({ of, paying, timeZone, words }: Props) {
  const clock = useClock(timeZone, dayTime)
  const { isLeaving, leave } = useLeave()
  const { payment_due_at: due, payment_gateway: gateway } = of
  if (!of.awaits_payment || of.payment_method !== 'digital_payment') return null
  if (!due || of.payment_methods.length === 0) return <InfoBox title={text.coming} why={words.comingWhy} />
  const values = {
    amount: <Money key="amount" value={of.to_pay} />,
    time: (
      <time key="time" dateTime={due}>
        <bdi>{clock(due)}</bdi>
      </time>
    ),
  }
  return (
    <InfoBox title={words.pay} why={words.until} values={values}>
      {of.gateways.some((each) => each.gateway === gateway) && (
        <BusyButton
          size="md"
          busy={paying.isBusy || isLeaving}
          onClick={() => paying.pay({ method: 'digital_payment', gateway }, (link) => link && leave(link))}
        >
          <FormattedMessage {...text.now} />
        </BusyButton>
      )}
      <div className={c.whole}>
        <OtherWays of={of} cash={words.cash} paying={paying} />
      </div>
    </InfoBox>
  )
}
