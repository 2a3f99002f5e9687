import { OfflinePaymentBox } from '@/components/payment/offline-payment-box'
import { PayBox } from '@/components/payment/pay-box'
import type { TripView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { tripCash } from './trip-cash'
import { usePayTrip, useSendTripPayment } from './trip-queries'
import { isOver } from './trip-status'

const text = defineMessages({
  pay: { id: 'pay_trip.pay', defaultMessage: 'Pay {amount} to book your trip' },
  until: { id: 'pay_trip.until', defaultMessage: 'Please pay by {time}. After that the trip is canceled.' },
  coming: {
    id: 'pay_trip.coming_why',
    defaultMessage: 'The provider confirms your trip once it has arrived. You can close this page.',
  },
  tellUs: {
    id: 'pay_trip.tell_us',
    defaultMessage: 'Please pay and tell us by {time}. After that the trip is canceled.',
  },
  sent: {
    id: 'pay_trip.sent_why',
    defaultMessage: 'The provider confirms your trip once your payment has arrived. You can close this page.',
  },
})

type Props = { trip: TripView; token: string | undefined }

/** The payment of a trip: at a gateway, outside of the shop, or in another way (CHK-03). */
export function PayTrip({ trip, token }: Props) {
  const paying = usePayTrip(trip.id, token)
  const send = useSendTripPayment(trip.id, token)
  const shared = { of: trip, paying, timeZone: trip.provider.time_zone }
  const words = { cash: tripCash, pay: text.pay }
  const isRunning = !isOver(trip)
  return (
    <>
      <PayBox {...shared} words={{ ...words, until: text.until, comingWhy: text.coming }} />
      <OfflinePaymentBox
        {...shared}
        isRunning={isRunning}
        send={send}
        words={{ ...words, until: text.tellUs, sentWhy: text.sent }}
      />
    </>
  )
}
