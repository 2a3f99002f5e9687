import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { Fact } from '@/components/layout/fact'
import {
  Invoice,
  InvoiceRefunds,
  InvoiceSeller,
  InvoiceSkeleton,
  InvoiceTime,
  endedRefund,
  type InvoiceRefund,
} from '@/components/purchase/invoice'
import c from '@/components/purchase/invoice.module.css'
import { Kilometres } from '@/components/trip/kilometres'
import { givenRefunds } from '@/components/refund/money-back'
import { QueryView } from '@/components/loading/query-view'
import type { TripView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { hrefTo } from '@/lib/page/href'
import { isPermanent } from '@/lib/requests/problems'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { tripCash } from './trip-cash'
import { tripOptions } from './trip-queries'
import { tripStatusMessage } from './trip-status'
import { UnknownTrip } from './unknown-trip'

const text = defineMessages({
  back: { id: 'trip_invoice.back', defaultMessage: 'Trip {id}' },
  booked: { id: 'trip_invoice.booked', defaultMessage: 'Booked' },
  status: { id: 'trip_invoice.status', defaultMessage: 'Status' },
  provider: { id: 'trip_invoice.provider', defaultMessage: 'Provider' },
  renter: { id: 'trip_invoice.renter', defaultMessage: 'Rented by' },
  pickup: { id: 'trip_invoice.pickup', defaultMessage: 'Pickup' },
  destination: { id: 'trip_invoice.destination', defaultMessage: 'Destination' },
  returned: { id: 'trip_invoice.returned', defaultMessage: 'Returned' },
  return: { id: 'trip_invoice.return', defaultMessage: 'Return by' },
  vehicle: { id: 'trip_invoice.vehicle', defaultMessage: 'Vehicle' },
  deposit: { id: 'trip_invoice.deposit', defaultMessage: 'Deposit' },
  hours: { id: 'trip_invoice.hours', defaultMessage: '{hours, plural, one {# hour} other {# hours}}' },
})

type Props = {
  id: number
  /** The token of the trip, if this device has it. */
  token: string | undefined
}

/** The invoice of a trip, for its customer and for a device with its token (RNT-11). */
export function TripInvoice({ id, token }: Props) {
  const { signedIn } = useScope()
  if (token === undefined && !signedIn) return <UnknownTrip id={id} />
  return <Known id={id} token={token} />
}

function Known({ id, token }: Props) {
  const trip = useQuery(tripOptions(id, token))
  if (!trip.data && isPermanent(trip.error)) return <UnknownTrip id={id} reason={trip.error} />
  return (
    <QueryView query={trip} skeleton={<InvoiceSkeleton />} art={emptyArt('error')}>
      {(known) => <Sheet trip={known} />}
    </QueryView>
  )
}

function Sheet({ trip }: { trip: TripView }) {
  const { id, provider, lines } = trip
  return (
    <Invoice
      id={id}
      back={{ href: hrefTo('/trip/$id', { params: { id: String(id) } }), label: text.back }}
      timeZone={provider.time_zone}
      facts={<Facts trip={trip} />}
      item={text.vehicle}
      lines={lines.map(({ id: line, name, quantity, unit_price: each, subtotal: amount }) => ({
        id: line,
        name,
        quantity,
        each,
        amount,
      }))}
      rows={trip.rows}
      coupon={trip.coupon_code}
      payment={trip}
      cash={tripCash}
    >
      <InvoiceRefunds timeZone={provider.time_zone} refunds={refundsOf(trip)} />
    </Invoice>
  )
}

/** What was given back of a trip: its deposit, refunds, or what a cancellation gave back. */
function refundsOf(trip: TripView): InvoiceRefund[] {
  const { deposit_back: deposit = 0, returned_at } = trip
  const refunds: InvoiceRefund[] = givenRefunds(trip).map(({ id, amount, decided_at: at }) => ({ id, amount, at }))
  if (deposit > 0) {
    const what = <FormattedMessage {...text.deposit} />
    refunds.unshift({ id: 'deposit', amount: deposit, at: returned_at, what })
  }
  return [...refunds, ...endedRefund(trip, trip.trip_status)]
}

function Facts({ trip }: { trip: TripView }) {
  const { formatMessage: t } = useIntl()
  const { provider, pickup_location: from, destination_location: to, started_at: started, returned_at: returned } = trip
  const time = (at: string) => <InvoiceTime at={at} timeZone={provider.time_zone} />
  return (
    <>
      <Fact name={text.booked}>{time(trip.created_at)}</Fact>
      <Fact name={text.status}>{t(tripStatusMessage(trip))}</Fact>
      <InvoiceSeller name={text.provider} of={provider} />
      {trip.contact_person_name && (
        <Fact name={text.renter}>
          <bdi>{trip.contact_person_name}</bdi>
          <bdi className={c.small} dir="ltr">
            {trip.contact_person_number}
          </bdi>
        </Fact>
      )}
      <Fact name={text.pickup}>
        {time(started ?? trip.pickup_at)}
        <bdi className={c.small}>{from.location_name}</bdi>
      </Fact>
      {to.location_name && (
        <Fact name={text.destination}>
          <bdi>{to.location_name}</bdi>
        </Fact>
      )}
      <Fact name={returned ? text.returned : text.return}>
        {time(returned ?? trip.return_at)}
        <span className={c.small}>
          {trip.rental_type === 'hourly' ? (
            <FormattedMessage {...text.hours} values={{ hours: trip.estimated_hours + trip.extension_hours }} />
          ) : (
            <Kilometres distance={trip.distance} />
          )}
        </span>
      </Fact>
    </>
  )
}
