import { OfflinePaymentBox } from '@/components/payment/offline-payment-box'
import { PayBox } from '@/components/payment/pay-box'
import type { OrderView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { usePayOrder, useSendPayment } from './order-queries'
import { cashMessage } from './payment'

const text = defineMessages({
  pay: { id: 'pay_box.pay', defaultMessage: 'Pay {amount} to start your order' },
  until: { id: 'pay_box.until', defaultMessage: 'Please pay by {time}. After that the order is canceled.' },
  coming: {
    id: 'pay_box.coming_why',
    defaultMessage: 'The store begins as soon as it has arrived. You can close this page.',
  },
  tellUs: {
    id: 'payment.until',
    defaultMessage: 'Please pay and tell us by {time}. After that the order is canceled.',
  },
  sent: {
    id: 'payment.sent_why',
    defaultMessage: 'The store begins as soon as your payment has arrived. You can close this page.',
  },
})

const parcelText = defineMessages({
  pay: { id: 'pay_parcel.pay', defaultMessage: 'Pay {amount} to send your parcel' },
  until: { id: 'pay_parcel.until', defaultMessage: 'Please pay by {time}. After that the parcel is canceled.' },
  coming: {
    id: 'pay_parcel.coming_why',
    defaultMessage: 'A rider comes as soon as it has arrived. You can close this page.',
  },
  tellUs: {
    id: 'pay_parcel.tell_us',
    defaultMessage: 'Please pay and tell us by {time}. After that the parcel is canceled.',
  },
  sent: {
    id: 'pay_parcel.sent_why',
    defaultMessage: 'A rider comes as soon as your payment has arrived. You can close this page.',
  },
})

type Props = { order: OrderView; token: string | undefined; isRunning: boolean }

/** The payment of an order: at a gateway, outside of the shop, or in another way (CHK-03). */
export function PayOrder({ order, token, isRunning }: Props) {
  const paying = usePayOrder(order.id, token)
  const send = useSendPayment(order.id, token)
  const shared = { of: order, paying, timeZone: order.tracking.time_zone }
  const { pay, until, coming, tellUs, sent } = order.parcel ? parcelText : text
  const words = { cash: cashMessage(order), pay }
  return (
    <>
      {isRunning && <PayBox {...shared} words={{ ...words, until, comingWhy: coming }} />}
      <OfflinePaymentBox
        {...shared}
        isRunning={isRunning}
        send={send}
        words={{ ...words, until: tellUs, sentWhy: sent }}
      />
    </>
  )
}
