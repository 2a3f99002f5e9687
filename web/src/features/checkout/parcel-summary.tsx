import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { PriceRows } from '@/components/price/price-rows'
import type { QuoteView } from '@/lib/api/types.gen'
import { isRefusal } from '@/lib/requests/problems'
import { defineMessages } from '@/lib/text/messages'
import { rangeText } from './range-text'
import { Earnings } from './earnings'
import { NotQuoted } from './not-quoted'
import { parcelProblemsAt } from './parcel-problems'
import { PlaceButton } from './place-button'
import { Problems, showFirstProblem, Warnings } from './problems'
import { slotAt, SlotText } from './slot-text'
import type { ParcelState } from './use-parcel-checkout'
import c from './checkout.module.css'
import p from './parcel.module.css'
import s from './summary.module.css'

const text = defineMessages({
  title: { id: 'parcel_form.summary', defaultMessage: 'Your parcel' },
  count: { id: 'parcel_form.count', defaultMessage: '{count} ×' },
  way: { id: 'parcel_form.way', defaultMessage: '{km} km · {when}' },
  minutes: { id: 'parcel_form.minutes', defaultMessage: '{minutes} min' },
  missing: { id: 'parcel_form.missing', defaultMessage: 'You see the price as soon as this is known:' },
  category: { id: 'parcel_form.missing_category', defaultMessage: 'what you send' },
  address: { id: 'parcel_form.missing_sender', defaultMessage: 'where it is picked up' },
  receiver: { id: 'parcel_form.missing_receiver', defaultMessage: 'where it goes' },
  look: { id: 'checkout.blocked', defaultMessage: 'Please look at what is marked first.' },
  place: { id: 'parcel_form.place', defaultMessage: 'Send parcel' },
  pay: { id: 'parcel_form.pay', defaultMessage: 'Send parcel and pay' },
})

/** The price of the parcel, row by row, and the button that places it. Without a price, what is missing for one. */
export function ParcelSummary({ state }: { state: ParcelState }) {
  const { quote, quoted, isStale } = state
  const isPriced = state.category !== undefined && quote !== undefined && quote.rows.length > 0
  return (
    <>
      <section className={s.summary} aria-labelledby="parcel-summary">
        <header>
          <h2 id="parcel-summary" className={s.title}>
            <FormattedMessage {...text.title} />
          </h2>
          {isPriced && <Way quote={quote} scheduleAt={state.draft.schedule_at} />}
        </header>
        {isPriced ? <Priced quote={quote} isStale={isStale} /> : <Missing state={state} />}
      </section>
      {quoted.error && !isRefusal(quoted.error) && (
        <NotQuoted error={quoted.error} onRetry={() => void quoted.refetch()} />
      )}
      {isPriced && (
        <PlaceButton
          quote={quote}
          isStale={isStale}
          isBusy={state.isPlacing}
          paysOnline={!state.receiverPays && state.draft.payment_method === 'digital_payment'}
          onPlace={() => state.send(quote)}
          labels={text}
        />
      )}
    </>
  )
}

function Way({ quote, scheduleAt }: { quote: QuoteView; scheduleAt: string | undefined }) {
  const slot = slotAt(quote, scheduleAt)
  return (
    <p className={s.store}>
      <FormattedMessage
        {...text.way}
        values={{
          km: (
            <bdi key="km">
              <FormattedNumber value={quote.distance_km} minimumFractionDigits={1} maximumFractionDigits={1} />
            </bdi>
          ),
          when: slot ? (
            <SlotText key="when" slot={slot} timeZone={quote.store.time_zone} />
          ) : (
            <FormattedMessage
              key="when"
              {...text.minutes}
              values={{ minutes: <bdi key="minutes">{rangeText(quote.ready_in)}</bdi> }}
            />
          ),
        }}
      />
    </p>
  )
}

function Priced({ quote, isStale }: { quote: QuoteView; isStale: boolean }) {
  return (
    <>
      {quote.parcel && (
        <p className={s.line}>
          <span className={s.count}>
            <FormattedMessage {...text.count} values={{ count: quote.parcel.quantity }} />
          </span>
          <span className={s.name}>
            <bdi>{quote.parcel.category}</bdi>
          </span>
        </p>
      )}
      <div aria-live="polite" aria-busy={isStale} className={s.rows}>
        <PriceRows rows={quote.rows} />
        {quote.earns && <Earnings of={quote.earns} />}
      </div>
      <Warnings of={quote.warnings} />
      <Problems of={parcelProblemsAt(quote, 'order')} />
    </>
  )
}

/** What the price still needs. A refused address is explained where it is chosen. */
function Missing({ state }: { state: ParcelState }) {
  const { formatMessage: t } = useIntl()
  const { category, stops } = state
  const missing = [
    category === undefined && text.category,
    stops.sender.point === undefined && text.address,
    stops.receiver.point === undefined && text.receiver,
  ].filter((one) => one !== false)
  if (missing.length === 0) {
    return state.quote ? (
      <>
        <button type="button" className={c.blocked} onClick={() => showFirstProblem()}>
          <FormattedMessage {...text.look} />
        </button>
        <Problems of={parcelProblemsAt(state.quote, 'order')} />
      </>
    ) : null
  }
  return (
    <div className={c.quiet}>
      <p>
        <FormattedMessage {...text.missing} />
      </p>
      <ul className={p.missing}>
        {missing.map((one) => (
          <li key={one.id}>{t(one)}</li>
        ))}
      </ul>
    </div>
  )
}
