import { FormattedMessage } from 'react-intl'
import { BusyButton } from '@/components/busy-button'
import { InfoBox } from '@/components/info-box'
import c from '@/components/info-box.module.css'
import { Money } from '@/components/money'
import { OtherWays } from '@/components/other-ways'
import type { TripView } from '@/lib/api/types.gen'
import { useLeave } from '@/lib/page/leave'
import { defineMessages } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useClock } from '@/lib/text/times'
import { usePayTrip } from './trip-queries'
import { paymentWords } from './payment-words'

const text = defineMessages({
  pay: { id: 'pay_trip.pay', defaultMessage: 'Pay {amount} to book your trip' },
  until: { id: 'pay_trip.until', defaultMessage: 'Please pay by {time}. After that the trip is canceled.' },
  now: { id: 'pay_trip.now', defaultMessage: 'Pay now' },
  coming: { id: 'pay_trip.coming', defaultMessage: 'Your payment is on its way' },
  comingWhy: {
    id: 'pay_trip.coming_why',
    defaultMessage: 'The provider confirms your trip once it has arrived. You can close this page.',
  },
})

type Props = { trip: TripView; token: string | undefined }

/** Asks for the payment of a trip that waits for one: now, or in another way (CHK-03). */
export function PayTrip({ trip, token }: Props) {
  const clock = useClock(trip.provider.time_zone, dayTime)
  const { isLeaving, leave } = useLeave()
  const paying = usePayTrip(trip.id, token)
  const { payment_due_at: due, payment_gateway: gateway } = trip
  if (!trip.awaits_payment) return null
  if (!due || trip.payment_methods.length === 0) return <InfoBox title={text.coming} why={text.comingWhy} />
  const path = { id: trip.id }
  const values = {
    amount: <Money key="amount" value={trip.to_pay} />,
    time: (
      <time key="time" dateTime={due}>
        <bdi>{clock(due)}</bdi>
      </time>
    ),
  }
  return (
    <InfoBox title={text.pay} why={text.until} values={values}>
      {trip.gateways.some((each) => each.gateway === gateway) && (
        <BusyButton
          size="md"
          busy={paying.isPending || isLeaving}
          onClick={() =>
            paying.mutate(
              { path, body: { token, payment_method: 'digital_payment', payment_gateway: gateway } },
              { onSuccess: ({ redirect_link: link }) => link && leave(link) },
            )
          }
        >
          <FormattedMessage {...text.now} />
        </BusyButton>
      )}
      <div className={c.whole}>
        <OtherWays
          of={trip}
          cash={paymentWords.cash}
          isBusy={paying.isPending}
          onPay={({ method, gateway: other }, done) =>
            method !== 'offline_payment' &&
            paying.mutate(
              { path, body: { token, payment_method: method, payment_gateway: other } },
              { onSuccess: ({ redirect_link: link }) => done(link) },
            )
          }
        />
      </div>
    </InfoBox>
  )
}
