import { IconMotorbike, IconWalk } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorState } from '@/components/loading/error-state'
import { lazyOverlay } from '@/components/loading/lazy'
import { Pending } from '@/components/loading/pending'
import { Skeleton } from '@/components/loading/skeleton'
import { emptyArt } from '@/lib/page/empty-art'
import type { QuotedCouponView } from '@/lib/api/types.gen'
import type { Contact } from '@/lib/account/contact'
import type { MapDialog } from '@/contracts/map-dialog'
import { defineMessages } from '@/lib/text/messages'
import { usePageTitle } from '@/lib/page/page-title'
import type { Failure } from '@/lib/requests/failure-of'
import { isRefusal } from '@/lib/requests/problems'
import { useShop } from '@/lib/scope/shop'
import { CheckoutSkeleton, SummarySkeleton } from './checkout-skeleton'
import { ChoiceCards } from '@/components/form/choice-cards'
import { CollectAt } from './collect-at'
import { ContactCard } from './contact-card'
import { NotQuoted } from './not-quoted'
import { Notes } from './notes'
import { NothingToOrder } from './nothing-to-order'
import { PaymentChoice } from './payment-choice'
import { PersonFields } from './person-fields'
import { PlaceButton } from './place-button'
import { Prescription } from './prescription'
import { Problems } from './problems'
import { problemsAt, type Part } from './problems-at'
import { SlotChoice } from './slot-choice'
import { Step } from './checkout-step'
import { OrderLines, Summary } from './summary'
import { Unanswered } from './unanswered'
import { useCheckout, type CheckoutInput, type CheckoutState } from './use-checkout'
import { useNoLongerPossible } from './use-no-longer-possible'
import c from './checkout.module.css'

// Not part of the first view, so they are fetched later.
const ContactDialog = lazyOverlay(() => import('./contact-dialog'))
const ChangedDialog = lazyOverlay(() => import('./changed-dialog'))
const ClosedDialog = lazyOverlay(() => import('./closed-dialog'))

const text = defineMessages({
  title: { id: 'checkout.title', defaultMessage: 'Checkout' },
  how: { id: 'checkout.how', defaultMessage: 'How would you like it' },
  delivery: { id: 'checkout.delivery', defaultMessage: 'Delivery' },
  deliveryDetail: { id: 'checkout.delivery_detail', defaultMessage: 'Brought to your door' },
  takeAway: { id: 'checkout.take_away', defaultMessage: 'Take away' },
  takeAwayDetail: { id: 'checkout.take_away_detail', defaultMessage: 'You fetch it at the store' },
  addresses: { id: 'checkout.addresses', defaultMessage: 'Delivery Addresses' },
  contact: { id: 'checkout.contact', defaultMessage: 'Contact' },
  when: { id: 'checkout.when', defaultMessage: 'When' },
  payment: { id: 'checkout.payment', defaultMessage: 'Payment' },
  coupon: { id: 'checkout.coupon', defaultMessage: 'Coupon' },
  notes: { id: 'checkout.notes', defaultMessage: 'Notes' },
  changed: { id: 'changed.title', defaultMessage: 'Your order changed' },
  changedWhy: {
    id: 'changed.why',
    defaultMessage: 'Something in it has changed since you looked. Nothing was ordered yet. This is what it costs now:',
  },
  confirm: { id: 'changed.confirm', defaultMessage: 'Order for {total}' },
  unanswered: { id: 'checkout.unanswered_title', defaultMessage: 'Was your order placed?' },
  unansweredText: {
    id: 'checkout.unanswered',
    defaultMessage: 'We sent your order, but got no response. Check again: nothing is ordered twice.',
  },
  unansweredGuest: {
    id: 'checkout.unanswered_sign_in',
    defaultMessage: 'We sent your order, but got no response. Sign in again to see whether it was placed.',
  },
  askAgain: { id: 'checkout.ask_again', defaultMessage: 'Check again' },
})

/** Renders the delivery address of a customer's order, which is another feature. */
export type AddressSlot = (props: {
  working: Contact
  /** The store's zone; undefined until it is known. */
  zoneId: number | undefined
  onChange: (working: Contact) => void
}) => ReactNode

/** Renders the coupon of the order, which is another feature. */
export type CouponSlot = (props: {
  /** Where it is to be used. */
  at: { storeId?: number; providerId?: number }
  coupon: QuotedCouponView | undefined
  tryCode: (code: string) => Promise<QuotedCouponView | undefined>
  onCode: (code: string) => void
}) => ReactNode

type Props = Omit<CheckoutInput, 'isReady'> & {
  /** There are no lines to order. */
  isEmpty: boolean
  /** The lines are not loaded yet. */
  isPending: boolean
  /** The customer's details did not load. Without them nothing can be ordered. */
  failure?: Failure
  onBrowse: () => void
  /** Opens the sign-in; undefined if the shop has none. */
  onSignIn?: () => void
  signedIn: boolean
  mapDialog: MapDialog
  /** For customers. Guests have a contact card instead (CHK-02). */
  addresses?: AddressSlot
  coupons?: CouponSlot
  /** Rendered below the checkout: the shopper's other carts. */
  others?: ReactNode
}

/** The checkout page: delivery or take-away, address, time and payment (CHK-01). */
export function Checkout({
  isEmpty,
  isPending,
  failure,
  onBrowse,
  onSignIn,
  signedIn,
  mapDialog,
  addresses,
  coupons,
  others,
  ...input
}: Props) {
  usePageTitle(useIntl().formatMessage(text.title))
  const mayOrder = useShop().guest_checkout_status === 1 || signedIn
  const state = useCheckout({ ...input, isReady: mayOrder && !isPending && !isEmpty && !failure })
  const { quoted, isPlaced, unanswered } = state
  const hasNoLines = isEmpty || quoted.data?.problems.some(({ code }) => code === 'cart_empty')
  return (
    <div className={c.page}>
      <h1>
        <FormattedMessage {...text.title} />
      </h1>
      {unanswered ? (
        <Unanswered {...unanswered} labels={text} isAsking={state.isPlacing} onSignIn={onSignIn} />
      ) : failure ? (
        <ErrorState {...failure} art={emptyArt('error')} />
      ) : (
        <Pending pending={isPending || isPlaced} skeleton={<CheckoutSkeleton />}>
          {!mayOrder ? (
            <NothingToOrder reason="guest" onBrowse={onBrowse} onSignIn={onSignIn} />
          ) : hasNoLines ? (
            <NothingToOrder reason="empty" onBrowse={onBrowse} />
          ) : (
            <Steps state={state} mapDialog={mapDialog} addresses={addresses} coupons={coupons} />
          )}
          {others}
        </Pending>
      )}
    </div>
  )
}

type StepsProps = { state: CheckoutState; mapDialog: MapDialog; addresses?: AddressSlot; coupons?: CouponSlot }

function Steps({ state, mapDialog, addresses, coupons }: StepsProps) {
  const { formatMessage: t } = useIntl()
  const { draft, change, contact, takeAway, quoted, quote } = state
  const problems = (part: Part) => quote && <Problems of={problemsAt(quote, part)} />
  return (
    <div className={c.columns}>
      <div className={c.steps}>
        <Step title={t(text.how)}>
          <OrderTypeChoice state={state} />
          {problems('how')}
        </Step>
        <Step title={t(takeAway ? text.contact : text.addresses)}>
          {addresses && !takeAway ? (
            addresses({ working: contact, zoneId: quote?.store.zone_id, onChange: state.setWorking })
          ) : (
            <>
              {takeAway && quote && <CollectAt store={quote.store} />}
              <ContactCard contact={contact} takeAway={takeAway} onEdit={state.edit} />
              <PersonFields contact={contact} state={state.person} />
            </>
          )}
          {problems('where')}
        </Step>
        {(quote || quoted.isPending) && (
          <Step title={t(text.when)}>
            {quote ? (
              <SlotChoice
                days={quote.slots}
                timeZone={quote.store.time_zone}
                nowAllowed={quote.now_allowed}
                readyIn={quote.ready_in}
                value={draft.schedule_at}
                onChange={(schedule_at) => change({ schedule_at })}
              />
            ) : (
              <Skeleton height={80} radius={14} />
            )}
            {problems('when')}
          </Step>
        )}
        {quote?.is_prescription_required === 1 && <Prescription quote={quote} state={state} />}
        <Step title={t(text.payment)}>
          <PaymentChoice quote={quote} draft={draft} change={change} cashAt={takeAway ? 'store' : 'door'} />
          {problems('payment')}
        </Step>
        {quote && coupons && (
          <Step title={t(text.coupon)}>
            {coupons({
              at: { storeId: quote.store.id },
              coupon: draft.coupon_code === '' ? undefined : quote.coupon,
              tryCode: state.tryCode,
              onCode: (coupon_code) => change({ coupon_code }),
            })}
          </Step>
        )}
        <Step title={t(text.notes)}>
          <Notes state={state} />
        </Step>
      </div>
      <aside className={c.aside}>
        <OrderSummary state={state} />
      </aside>
      <Dialogs state={state} mapDialog={mapDialog} withEmail={takeAway || !addresses} />
    </div>
  )
}

/** Chooses delivery or take-away. */
function OrderTypeChoice({ state: { draft, change, quote } }: { state: CheckoutState }) {
  const { formatMessage: t } = useIntl()
  return (
    <ChoiceCards
      label={t(text.how)}
      name="order_type"
      value={draft.order_type}
      onChange={(order_type) => change({ order_type })}
      choices={[
        {
          value: 'delivery',
          label: t(text.delivery),
          detail: t(text.deliveryDetail),
          icon: <IconMotorbike size={24} aria-hidden className="mirrored" />,
          disabled: quote && !quote.store.delivery,
        },
        {
          value: 'take_away',
          label: t(text.takeAway),
          detail: t(text.takeAwayDetail),
          icon: <IconWalk size={24} aria-hidden className="mirrored" />,
          disabled: quote && !quote.store.take_away,
        },
      ]}
    />
  )
}

/** The order's lines and price, and the button that places it. */
function OrderSummary({ state }: { state: CheckoutState }) {
  const { draft, quoted, quote, isStale } = state
  return (
    <Pending pending={quoted.isPending} skeleton={<SummarySkeleton />}>
      {quote ? (
        <>
          <Summary quote={quote} isStale={isStale} scheduleAt={draft.schedule_at} onRemove={state.remove} />
          {quoted.error && !isRefusal(quoted.error) && (
            <NotQuoted error={quoted.error} onRetry={() => void quoted.refetch()} />
          )}
          <PlaceButton
            quote={quote}
            isStale={isStale}
            isBusy={state.isPlacing || state.isUploading}
            paysOnline={draft.payment_method === 'digital_payment'}
            onPlace={() => state.order(quote)}
          />
        </>
      ) : (
        <ErrorState error={quoted.error} onRetry={() => void quoted.refetch()} art={emptyArt('error')} />
      )}
    </Pending>
  )
}

type DialogsProps = { state: CheckoutState; mapDialog: MapDialog; withEmail: boolean }

function Dialogs({ state, mapDialog, withEmail }: DialogsProps) {
  const { draft, change, contact, contactForm, takeAway, quoted, changed } = state
  const { isNoLongerPossible, dismiss } = useNoLongerPossible(quoted.data, draft.schedule_at)
  return (
    <>
      <ContactDialog
        opened={contactForm.typed !== undefined}
        contact={contact}
        typed={contactForm.typed}
        takeAway={takeAway}
        withEmail={withEmail}
        complaints={contactForm.complaints}
        onTyping={contactForm.keepTyped}
        onSave={contactForm.save}
        onClose={contactForm.close}
        mapDialog={mapDialog}
      />
      <ChangedDialog
        labels={text}
        opened={changed !== undefined}
        quotes={changed}
        busy={state.isPlacing}
        onConfirm={() => changed && state.order(changed.now)}
        onClose={state.closeChanged}
      >
        {changed && <OrderLines quote={changed.now} />}
      </ChangedDialog>
      {quoted.data && (
        <ClosedDialog
          quote={quoted.data}
          opened={isNoLongerPossible && !changed}
          onSchedule={(schedule_at) => change({ schedule_at })}
          onClose={dismiss}
        />
      )}
    </>
  )
}
