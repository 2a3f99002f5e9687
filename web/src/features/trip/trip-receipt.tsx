import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { Fact } from '@/components/layout/fact'
import { Money } from '@/components/price/money'
import { paymentMessage } from '@/components/payment/payment-words'
import { Picture } from '@/components/picture'
import { PriceRows } from '@/components/price/price-rows'
import c from '@/components/purchase/receipt.module.css'
import { Saved } from '@/components/price/saved'
import type { TripPlacedLine, TripView } from '@/lib/api/types.gen'
import { providerHref } from '@/lib/page/rental-links'
import { useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { sumMajor } from '@/lib/text/money'
import { tripCash } from './trip-cash'

const text = defineMessages({
  title: { id: 'trip_receipt.title', defaultMessage: 'Your trip' },
  from: { id: 'trip_receipt.from', defaultMessage: 'from {provider}' },
  count: { id: 'trip_receipt.count', defaultMessage: '{count} ×' },
  provider: { id: 'trip_receipt.provider', defaultMessage: 'The provider' },
  contact: { id: 'trip_receipt.contact', defaultMessage: 'Contact' },
  payment: { id: 'trip_receipt.payment', defaultMessage: 'Payment' },
  coupon: { id: 'trip_receipt.coupon', defaultMessage: 'Coupon' },
  note: { id: 'trip_receipt.note', defaultMessage: 'Note for the provider' },
})

/** The vehicles, rows and contact of a trip as it was placed. */
export function TripReceipt({ trip }: { trip: TripView }) {
  const { formatMessage: t } = useIntl()
  const { provider } = trip
  return (
    <section className={c.receipt} aria-labelledby="receipt-title">
      <header>
        <h2 id="receipt-title" className={c.title}>
          <FormattedMessage {...text.title} />
        </h2>
        <p className={c.quiet}>
          <FormattedMessage
            {...text.from}
            values={{
              provider: (
                <AppLink key="provider" href={providerHref(provider)} className={c.store}>
                  <bdi>{provider.name}</bdi>
                </AppLink>
              ),
            }}
          />
        </p>
      </header>
      <ul className={c.lines}>
        {trip.lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
      <PriceRows rows={trip.rows} />
      <dl className={c.facts}>
        <Fact name={text.provider}>
          <bdi>{provider.address}</bdi>
          {provider.phone && (
            <span className={c.small}>
              <a href={`tel:${provider.phone}`}>
                <bdi dir="ltr">{provider.phone}</bdi>
              </a>
            </span>
          )}
        </Fact>
        <Fact name={text.contact}>
          <bdi>{trip.contact_person_name}</bdi> · <bdi dir="ltr">{trip.contact_person_number}</bdi>
        </Fact>
        <Fact name={text.payment}>
          <bdi>{t(...paymentMessage(trip, tripCash))}</bdi>
        </Fact>
        {trip.coupon_code && (
          <Fact name={text.coupon}>
            <bdi dir="ltr">{trip.coupon_code}</bdi>
          </Fact>
        )}
        {trip.note && (
          <Fact name={text.note}>
            <bdi>{trip.note}</bdi>
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Line({ line }: { line: TripPlacedLine }) {
  const digits = useShop().digit_after_decimal_point
  const full = line.subtotal
  return (
    <li className={c.line}>
      <div className={c.art}>
        <Picture src={line.image_full_url} alt="" width={56} height={56} sizes="56px" />
      </div>
      <p className={c.name}>
        <span className={c.quiet}>
          <FormattedMessage {...text.count} values={{ count: line.quantity }} />
        </span>{' '}
        <bdi>{line.name}</bdi>
        <Saved from={full} to={sumMajor([full, -line.discount], digits)} />
      </p>
      <Money value={full} />
    </li>
  )
}
