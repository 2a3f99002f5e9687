import { FormattedMessage } from 'react-intl'
import { BusyButton } from '@/components/busy-button'
import { Money } from '@/components/money'
import type { OrderView } from '@/lib/api/types.gen'
import { useLeave } from '@/lib/page/leave'
import { defineMessages } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useClock } from '@/lib/text/times'
import { InfoBox } from '@/components/info-box'
import { usePayOrder } from './order-queries'
import { OtherWays } from './other-ways'
import c from './payment-box.module.css'

const text = defineMessages({
  pay: { id: 'pay_box.pay', defaultMessage: 'Pay {amount} to start your order' },
  until: { id: 'pay_box.until', defaultMessage: 'Please pay by {time}. After that the order is canceled.' },
  now: { id: 'pay_box.now', defaultMessage: 'Pay now' },
  coming: { id: 'pay_box.coming', defaultMessage: 'Your payment is on its way' },
  comingWhy: {
    id: 'pay_box.coming_why',
    defaultMessage: 'The store begins as soon as it has arrived. You can close this page.',
  },
})

type Props = { order: OrderView; token: string | undefined }

/** Asks for the payment of an order that waits for one at a gateway: now, or in another way (CHK-03). */
export function PayBox({ order, token }: Props) {
  const clock = useClock(order.tracking.time_zone, dayTime)
  const { isLeaving, leave } = useLeave()
  const paying = usePayOrder(order.id, token)
  const { payment_due_at: due, payment_gateway: gateway } = order
  if (!order.awaits_payment || order.payment_method !== 'digital_payment') return null
  if (!due || order.payment_methods.length === 0) return <InfoBox title={text.coming} why={text.comingWhy} />
  const canPay = order.gateways.some(({ gateway: id }) => id === gateway)
  const pay = () =>
    paying.mutate(
      { path: { id: order.id }, body: { token, payment_method: 'digital_payment', payment_gateway: gateway } },
      { onSuccess: ({ redirect_link: link }) => link && leave(link) },
    )
  const values = {
    amount: <Money key="amount" value={order.to_pay} />,
    time: (
      <time key="time" dateTime={due}>
        <bdi>{clock(due)}</bdi>
      </time>
    ),
  }
  return (
    <InfoBox title={text.pay} why={text.until} values={values}>
      {canPay && (
        <BusyButton size="md" busy={paying.isPending || isLeaving} onClick={pay}>
          <FormattedMessage {...text.now} />
        </BusyButton>
      )}
      <div className={c.form}>
        <OtherWays order={order} token={token} />
      </div>
    </InfoBox>
  )
}
