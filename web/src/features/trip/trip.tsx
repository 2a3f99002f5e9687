import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconChevronLeft, IconFileInvoice } from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { WaysBack } from '@/components/refund/ways-back'
import { ChatLink } from '@/components/conversation/chat-link'
import { Fact } from '@/components/layout/fact'
import { Kilometres } from '@/components/trip/kilometres'
import { Money } from '@/components/price/money'
import { hasRefund } from '@/components/refund/money-back'
import { Moves } from '@/components/purchase/moves'
import c from '@/components/purchase/purchase-page.module.css'
import receipt from '@/components/purchase/receipt.module.css'
import { QueryView } from '@/components/loading/query-view'
import { RefundList } from '@/components/refund/refund-list'
import { Skeleton } from '@/components/loading/skeleton'
import { TripRules } from '@/components/trip/trip-rules'
import type { PaymentResultSlot } from '@/contracts/payment-result'
import type { TripView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { hrefTo } from '@/lib/page/href'
import { usePageTitle } from '@/lib/page/page-title'
import { isPermanent } from '@/lib/requests/problems'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { sumMajor } from '@/lib/text/money'
import { dayTime } from '@/lib/text/time-formats'
import { usePlanClock } from '@/lib/text/times'
import { AskForRefund } from './ask-for-refund'
import { CancelTrip } from './cancel-trip'
import { ExtendTrip } from './extend-trip'
import { KeepTrip } from './keep-trip'
import { PayTrip } from './pay-trip'
import { TripLink } from './trip-link'
import { TripPhotos } from './trip-photos'
import { tripOptions, useLiveTrip } from './trip-queries'
import { TripReceipt } from './trip-receipt'
import { TripReview } from './trip-review'
import { isOver, isRefundRequested, payState, tripStatusMessage } from './trip-status'
import { rememberTripOpened } from './trip-tokens'
import { UnknownTrip } from './unknown-trip'

const text = defineMessages({
  invoice: { id: 'trip.invoice', defaultMessage: 'Invoice' },
  all: { id: 'trip.all', defaultMessage: 'My trips' },
  kicker: { id: 'trip.kicker', defaultMessage: 'Trip {id} · {provider}' },
  provider: { id: 'trip.provider', defaultMessage: 'Provider' },
  reason: { id: 'trip.reason', defaultMessage: 'Reason: {reason}' },
  back: { id: 'trip.back', defaultMessage: 'You got {amount} back.' },
  pickup: { id: 'trip.pickup', defaultMessage: 'Pickup' },
  pickedUp: { id: 'trip.picked_up', defaultMessage: 'Picked up' },
  destination: { id: 'trip.destination', defaultMessage: 'Destination' },
  return: { id: 'trip.return', defaultMessage: 'Return by' },
  returned: { id: 'trip.returned', defaultMessage: 'Returned' },
  length: { id: 'trip.length', defaultMessage: 'Booked for' },
  hours: { id: 'trip.hours', defaultMessage: '{hours, plural, one {# hour} other {# hours}}' },
  extended: { id: 'trip.extended', defaultMessage: 'and extended by {hours, plural, one {# hour} other {# hours}}' },
})

type Props = {
  id: number
  /** The token of the trip, if this device has it. */
  token: string | undefined
  /** What became of a payment whose shopper is back from a gateway. */
  paymentResult?: PaymentResultSlot
  /** Renders the driver's licence, which is another feature. */
  licence?: (trip: TripView) => ReactNode
}

/** The page of a trip, for its customer and for a device with its token (RNT-11). */
export function Trip({ id, token, ...slots }: Props) {
  const { signedIn } = useScope()
  if (token === undefined && !signedIn) return <UnknownTrip id={id} />
  return <Known id={id} token={token} {...slots} />
}

function Known({ id, token, ...slots }: Props) {
  const trip = useQuery(tripOptions(id, token))
  if (!trip.data && isPermanent(trip.error)) return <UnknownTrip id={id} reason={trip.error} />
  return (
    <QueryView query={trip} skeleton={<TripSkeleton />} art={emptyArt('error')}>
      {(known) => <Page trip={known} token={token} {...slots} />}
    </QueryView>
  )
}

function Page({ trip, token, paymentResult, licence }: { trip: TripView } & Omit<Props, 'id'>) {
  const { formatMessage: t } = useIntl()
  const { signedIn } = useScope()
  const { digit_after_decimal_point: digits } = useShop()
  const { id, provider, refunded, offline_to_pay_back: toCome = 0, gateway_refund_failed: stuck = 0 } = trip
  const back = sumMajor([refunded, -toCome, -stuck], digits)
  useLiveTrip(trip, token)
  usePageTitle(t(tripStatusMessage(trip)))
  const endedAt = isOver(trip) && !isRefundRequested(trip) ? Date.parse(trip.updated_at) : undefined
  const plannedEnd = Date.parse(trip.return_at)
  useEffect(() => {
    if (token !== undefined) rememberTripOpened(id, { endedAt, plannedEnd })
  }, [id, token, endedAt, plannedEnd])
  return (
    <div className={c.page}>
      <div className={c.main}>
        {signedIn && (
          <AppLink href="/my-trips" className={c.back}>
            <IconChevronLeft size={18} aria-hidden className="mirrored" />
            <FormattedMessage {...text.all} />
          </AppLink>
        )}
        <div role="status">
          <p className={c.quiet}>
            <FormattedMessage {...text.kicker} values={{ id, provider: <bdi key="name">{provider.name}</bdi> }} />
          </p>
          <h1>
            <FormattedMessage {...tripStatusMessage(trip)} />
          </h1>
        </div>
        {trip.cancel_reason && !hasRefund(trip) && (
          <p className={c.quiet}>
            <FormattedMessage {...text.reason} values={{ reason: <bdi key="reason">{trip.cancel_reason}</bdi> }} />
          </p>
        )}
        {trip.trip_status === 'canceled' && back > 0 && (
          <p className={c.quiet}>
            <FormattedMessage {...text.back} values={{ amount: <Money key="amount" value={back} /> }} />
          </p>
        )}
        <WaysBack of={trip} />
        {paymentResult?.(payState(trip))}
        <PayTrip trip={trip} token={token} />
        <TripReview trip={trip} />
        <RefundList of={trip} />
        <Plan trip={trip} />
        {licence?.(trip)}
        <TripPhotos trip={trip} token={token} />
        <Moves
          moves={trip.timeline}
          words={(status) =>
            t(tripStatusMessage({ trip_status: status as TripView['trip_status'], awaits_payment: false }))
          }
          timeZone={provider.time_zone}
          seller={text.provider}
        />
        {token !== undefined && <KeepTrip trip={trip} token={token} />}
        {token !== undefined && !signedIn && <TripLink id={id} provider={provider.name} token={token} />}
        {!isOver(trip) && <TripRules of={trip} mayCancel={trip.can_cancel} />}
        <Actions trip={trip} token={token} />
      </div>
      <TripReceipt trip={trip} />
    </div>
  )
}

/** What can be done about a trip. */
function Actions({ trip, token }: { trip: TripView; token: string | undefined }) {
  return (
    <div className={c.actions}>
      <ChatLink to="provider" trip={trip.id} />
      <ExtendTrip trip={trip} token={token} />
      <Button
        component={AppLink}
        href={hrefTo('/trip/$id/invoice', { params: { id: String(trip.id) } })}
        variant="default"
        h={44}
        leftSection={<IconFileInvoice size={18} aria-hidden />}
      >
        <FormattedMessage {...text.invoice} />
      </Button>
      {trip.can_request_refund && <AskForRefund trip={trip} token={token} />}
      {trip.can_cancel && <CancelTrip trip={trip} token={token} />}
    </div>
  )
}

/** Where and when. Times are those of the provider's zone. */
function Plan({ trip }: { trip: TripView }) {
  const clock = usePlanClock(trip.provider.time_zone, dayTime)
  const at = (time: string) => (
    <time dateTime={time} className={receipt.small}>
      <bdi>{clock(time)}</bdi>
    </time>
  )
  return (
    <dl className={receipt.facts}>
      {/* A late hand-over moves the return. */}
      <Fact name={trip.started_at ? text.pickedUp : text.pickup}>
        <bdi>{trip.pickup_location.location_name}</bdi>
        {at(trip.started_at ?? trip.pickup_at)}
      </Fact>
      {trip.destination_location.location_name && (
        <Fact name={text.destination}>
          <bdi>{trip.destination_location.location_name}</bdi>
        </Fact>
      )}
      <Fact name={text.length}>
        {trip.rental_type === 'hourly' ? (
          <FormattedMessage {...text.hours} values={{ hours: trip.estimated_hours }} />
        ) : (
          <Kilometres distance={trip.distance} />
        )}
        {trip.extension_hours > 0 && (
          <span className={receipt.small}>
            <FormattedMessage {...text.extended} values={{ hours: trip.extension_hours }} />
          </span>
        )}
      </Fact>
      <Fact name={trip.returned_at ? text.returned : text.return}>{at(trip.returned_at ?? trip.return_at)}</Fact>
    </dl>
  )
}

/** The skeleton of a trip. */
export function TripSkeleton() {
  return (
    <div className={c.page} aria-hidden>
      <div className={c.main}>
        <Skeleton width="40%" height={18} />
        <Skeleton width="70%" height={32} />
        <Skeleton height={180} radius={18} />
      </div>
      <Skeleton height={320} radius={20} />
    </div>
  )
}
