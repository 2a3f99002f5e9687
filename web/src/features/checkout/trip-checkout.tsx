import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorState } from '@/components/loading/error-state'
import { TextAreaField } from '@/components/form/field'
import { lazyOverlay } from '@/components/loading/lazy'
import { Money } from '@/components/price/money'
import { Pending } from '@/components/loading/pending'
import { PriceRows } from '@/components/price/price-rows'
import { TripRules } from '@/components/trip/trip-rules'
import type { TripLicenceView, TripUserDataView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { usePageTitle } from '@/lib/page/page-title'
import type { Failure } from '@/lib/requests/failure-of'
import { isRefusal } from '@/lib/requests/problems'
import { useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import type { CouponSlot } from './checkout'
import { CheckoutSkeleton, SummarySkeleton } from './checkout-skeleton'
import { Step } from './checkout-step'
import { NotQuoted } from './not-quoted'
import { NothingToOrder } from './nothing-to-order'
import { PaymentChoice } from './payment-choice'
import { PersonFields } from './person-fields'
import { PlaceButton } from './place-button'
import { Problems, Warnings } from './problems'
import { Unanswered } from './unanswered'
import { useTripCheckout, type TripCheckoutInput } from './use-trip-checkout'
import c from './checkout.module.css'
import s from './summary.module.css'

// Not part of the first view, so it is fetched later.
const ChangedDialog = lazyOverlay(() => import('./changed-dialog'))

const text = defineMessages({
  title: { id: 'trip_checkout.title', defaultMessage: 'Checkout' },
  contact: { id: 'trip_checkout.contact', defaultMessage: 'Contact' },
  trip: { id: 'trip_checkout.trip', defaultMessage: 'Your trip' },
  licence: { id: 'trip_checkout.licence', defaultMessage: 'Driver’s licence' },
  payment: { id: 'trip_checkout.payment', defaultMessage: 'Payment' },
  coupon: { id: 'trip_checkout.coupon', defaultMessage: 'Coupon' },
  note: { id: 'trip_checkout.note', defaultMessage: 'Note for the provider' },
  summary: { id: 'trip_checkout.summary', defaultMessage: 'Vehicles' },
  count: { id: 'trip_checkout.count', defaultMessage: '{count} ×' },
  place: { id: 'trip_checkout.place', defaultMessage: 'Place trip' },
  pay: { id: 'trip_checkout.pay', defaultMessage: 'Place trip and pay' },
  gatewayNote: {
    id: 'trip_checkout.gateway_note',
    defaultMessage:
      'When your trip is placed, you go on to {gateway}. The provider confirms it as soon as you have paid.',
  },
  offlineNote: {
    id: 'trip_checkout.offline_note',
    defaultMessage:
      'When your trip is placed, you see where to pay. The provider confirms it once your payment has arrived.',
  },
  changed: { id: 'trip_checkout.changed', defaultMessage: 'Your trip changed' },
  changedWhy: {
    id: 'trip_checkout.changed_why',
    defaultMessage: 'Something in it has changed since you looked. Nothing was booked yet. This is what it costs now:',
  },
  confirm: { id: 'trip_checkout.confirm', defaultMessage: 'Book for {total}' },
  unanswered: { id: 'trip_checkout.unanswered', defaultMessage: 'Was your trip placed?' },
  unansweredText: {
    id: 'trip_checkout.unanswered_text',
    defaultMessage: 'We sent your booking, but got no response. Check again: nothing is booked twice.',
  },
  unansweredGuest: {
    id: 'trip_checkout.unanswered_sign_in',
    defaultMessage: 'We sent your booking, but got no response. Sign in again to see whether it was placed.',
  },
  askAgain: { id: 'trip_checkout.ask_again', defaultMessage: 'Check again' },
})

const notes = { gateway: text.gatewayNote, offline: text.offlineNote }

type Props = Omit<TripCheckoutInput, 'isReady'> & {
  isEmpty: boolean
  /** The trip cart is not loaded yet. */
  isPending: boolean
  /** The trip cart or the customer's details did not load. Without them nothing can be booked. */
  failure?: Failure
  signedIn: boolean
  /** Opens the page where vehicles can be found. */
  onBrowse: () => void
  /** Opens the sign-in; undefined if the shop has none. */
  onSignIn?: () => void
  coupons: CouponSlot
  /** Renders the trip, which is another feature. */
  facts: (trip: TripUserDataView) => ReactNode
  /** Renders the driver's licence, which is another feature. */
  licence: (state: TripLicenceView) => ReactNode
}

/** The checkout page of a trip: contact, the trip, payment, coupon and price (RNT-11). */
export function TripCheckout({ isEmpty, isPending, failure, signedIn, onBrowse, onSignIn, ...input }: Props) {
  usePageTitle(useIntl().formatMessage(text.title))
  const mayOrder = useShop().guest_checkout_status === 1 || signedIn
  const state = useTripCheckout({ ...input, isReady: mayOrder && !isPending && !isEmpty && !failure })
  return (
    <div className={c.page}>
      <h1>
        <FormattedMessage {...text.title} />
      </h1>
      {state.unanswered ? (
        <Unanswered {...state.unanswered} labels={text} isAsking={state.isPlacing} onSignIn={onSignIn} />
      ) : failure ? (
        <ErrorState {...failure} art={emptyArt('error')} />
      ) : (
        <Pending pending={isPending || state.isPlaced} skeleton={<CheckoutSkeleton />}>
          {!mayOrder ? (
            <NothingToOrder reason="guest" onBrowse={onBrowse} onSignIn={onSignIn} />
          ) : isEmpty ? (
            <NothingToOrder reason="empty" onBrowse={onBrowse} />
          ) : (
            <Steps state={state} {...input} />
          )}
        </Pending>
      )}
    </div>
  )
}

type StepsProps = Pick<Props, 'coupons' | 'facts' | 'licence'> & { state: ReturnType<typeof useTripCheckout> }

function Steps({ state, coupons, facts, licence }: StepsProps) {
  const { formatMessage: t } = useIntl()
  const { draft, change, contact, quote, quoted } = state
  return (
    <div className={c.columns}>
      <div className={c.steps}>
        <Step title={t(text.contact)}>
          <PersonFields contact={contact} state={state.person} canReset />
        </Step>
        {quote?.cart.user_data && <Step title={t(text.trip)}>{facts(quote.cart.user_data)}</Step>}
        {quote?.driver_licence && <Step title={t(text.licence)}>{licence(quote.driver_licence)}</Step>}
        <Step title={t(text.payment)}>
          <PaymentChoice quote={quote} draft={draft} change={change} cashAt="pickup" notes={notes} />
        </Step>
        {quote?.provider && (
          <Step title={t(text.coupon)}>
            {coupons({
              at: { providerId: quote.provider.id },
              coupon: draft.coupon_code === '' ? undefined : quote.coupon,
              tryCode: state.tryCode,
              onCode: (coupon_code) => change({ coupon_code }),
            })}
          </Step>
        )}
        <TextAreaField
          label={t(text.note)}
          maxLength={500}
          rows={2}
          value={draft.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      </div>
      <aside className={c.aside}>
        <Pending pending={quoted.isPending} skeleton={<SummarySkeleton />}>
          {quote ? (
            <Summary state={state} quote={quote} />
          ) : (
            <ErrorState error={quoted.error} onRetry={() => void quoted.refetch()} art={emptyArt('error')} />
          )}
        </Pending>
      </aside>
      <ChangedDialog
        labels={text}
        opened={state.changed !== undefined}
        quotes={state.changed}
        below={state.changed && <TripRules of={state.changed.now} />}
        busy={state.isPlacing}
        onConfirm={() => state.changed && state.book(state.changed.now)}
        onClose={state.closeChanged}
      />
    </div>
  )
}

type SummaryProps = Pick<StepsProps, 'state'> & { quote: NonNullable<StepsProps['state']['quote']> }

function Summary({ state, quote }: SummaryProps) {
  const { quoted } = state
  return (
    <>
      <section className={s.summary} aria-labelledby="trip-summary">
        <h2 id="trip-summary" className={s.title}>
          <FormattedMessage {...text.summary} />
        </h2>
        <ul className={s.lines}>
          {/* During an upgrade an older instance may respond, which sends no warnings. */}
          {quote.cart.carts.map(({ id, quantity, vehicle, original_price, warnings }) => (
            <li key={id} className={s.line}>
              <span className={s.count}>
                <FormattedMessage {...text.count} values={{ count: quantity }} />
              </span>
              <span className={s.name}>
                <bdi>{vehicle.name}</bdi>
              </span>
              <Money value={original_price} />
              {(warnings ?? []).length > 0 && (
                <div className={s.about}>
                  <Warnings of={warnings} />
                </div>
              )}
            </li>
          ))}
        </ul>
        <div aria-live="polite" aria-busy={state.isStale} className={s.rows}>
          <PriceRows rows={quote.rows} />
        </div>
        {/* That of the licence stands at its step. */}
        <Problems of={quote.problems.filter(({ field }) => field !== 'driver_licence')} />
        {quote.provider && <TripRules of={quote} />}
      </section>
      {quoted.error && !isRefusal(quoted.error) && (
        <NotQuoted error={quoted.error} onRetry={() => void quoted.refetch()} />
      )}
      <PlaceButton
        quote={quote}
        isStale={state.isStale}
        isBusy={state.isPlacing}
        paysOnline={state.draft.payment_method === 'digital_payment'}
        onPlace={() => state.book(quote)}
        labels={text}
      />
    </>
  )
}
