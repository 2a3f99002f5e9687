import { IconCash, IconUser } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ChoiceCards } from '@/components/form/choice-cards'
import { ErrorState } from '@/components/loading/error-state'
import { lazyOverlay } from '@/components/loading/lazy'
import { Pending } from '@/components/loading/pending'
import type { PlaceInput } from '@/contracts/place-input'
import { emptyArt } from '@/lib/page/empty-art'
import { usePageTitle } from '@/lib/page/page-title'
import type { Failure } from '@/lib/requests/failure-of'
import { useDestinations } from '@/lib/scope/last-destinations'
import { useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import type { CouponSlot } from './checkout'
import { CheckoutSkeleton } from './checkout-skeleton'
import { Step } from './checkout-step'
import { NothingToOrder } from './nothing-to-order'
import { ParcelNotes } from './parcel-notes'
import { parcelProblemsAt, type ParcelPart } from './parcel-problems'
import { ParcelStop, type SavedSlot } from './parcel-stop'
import { ParcelSummary } from './parcel-summary'
import { ParcelWhat } from './parcel-what'
import { PaymentChoice } from './payment-choice'
import { Problems } from './problems'
import { SlotChoice } from './slot-choice'
import { Unanswered } from './unanswered'
import { useParcelCheckout, type ParcelInput, type ParcelState } from './use-parcel-checkout'
import c from './checkout.module.css'

// Not part of the first view, so it is fetched later.
const ChangedDialog = lazyOverlay(() => import('./changed-dialog'))

const text = defineMessages({
  title: { id: 'parcel_form.title', defaultMessage: 'Send a parcel' },
  what: { id: 'parcel_form.what', defaultMessage: 'What you send' },
  sender: { id: 'parcel_form.sender', defaultMessage: 'Sender' },
  senderPlace: { id: 'parcel_form.sender_place', defaultMessage: 'Pick up at' },
  receiver: { id: 'parcel_form.receiver', defaultMessage: 'Receiver' },
  receiverPlace: { id: 'parcel_form.receiver_place', defaultMessage: 'Bring to' },
  when: { id: 'parcel_form.when', defaultMessage: 'When' },
  notes: { id: 'parcel_form.instructions', defaultMessage: 'For the rider' },
  payer: { id: 'parcel_form.payer', defaultMessage: 'Who pays' },
  senderPays: { id: 'parcel_form.sender_pays', defaultMessage: 'The sender' },
  senderPaysDetail: { id: 'parcel_form.sender_pays_detail', defaultMessage: 'In any way' },
  receiverPays: { id: 'parcel_form.receiver_pays', defaultMessage: 'The receiver' },
  receiverPaysDetail: { id: 'parcel_form.receiver_pays_detail', defaultMessage: 'In cash, at the door' },
  payment: { id: 'parcel_form.payment', defaultMessage: 'Payment' },
  coupon: { id: 'parcel_form.coupon', defaultMessage: 'Coupon' },
  gatewayNote: {
    id: 'parcel_form.gateway_note',
    defaultMessage: 'When your parcel is placed, you go on to {gateway}. A rider comes as soon as you have paid.',
  },
  offlineNote: {
    id: 'parcel_form.offline_note',
    defaultMessage: 'When your parcel is placed, you see where to pay. A rider comes once your payment has arrived.',
  },
  unanswered: { id: 'parcel_form.unanswered', defaultMessage: 'Was your parcel placed?' },
  unansweredText: {
    id: 'parcel_form.unanswered_text',
    defaultMessage: 'We sent your parcel’s order, but got no response. Check again: nothing is ordered twice.',
  },
  unansweredGuest: {
    id: 'parcel_form.unanswered_sign_in',
    defaultMessage: 'We sent your parcel’s order, but got no response. Sign in again to see whether it was placed.',
  },
  askAgain: { id: 'parcel_form.ask_again', defaultMessage: 'Check again' },
  changed: { id: 'parcel_form.changed', defaultMessage: 'The price changed' },
  changedWhy: {
    id: 'parcel_form.changed_why',
    defaultMessage: 'Something has changed since you looked. Nothing was ordered yet. This is what it costs now:',
  },
  confirm: { id: 'parcel_form.confirm', defaultMessage: 'Send for {total}' },
})

const notes = { gateway: text.gatewayNote, offline: text.offlineNote }

type Slots = {
  /** Chooses what is sent, which is in the URL. */
  onCategory: (id: number) => void
  placeInput: PlaceInput
  /** For customers. */
  saved?: SavedSlot
  coupons: CouponSlot
}

type Props = Omit<ParcelInput, 'isReady'> &
  Slots & {
    /** The customer is not loaded yet. */
    isPending: boolean
    /** The customer's details did not load. Without them nothing can be sent. */
    failure?: Failure
    signedIn: boolean
    onBrowse: () => void
    /** Opens the sign-in; undefined if the shop has none. */
    onSignIn?: () => void
  }

/** The form for sending a parcel, which is its checkout too: its price follows every change (PCL-01, R2). */
export function ParcelCheckout(props: Props) {
  const { categoryId, customer, onPlaced, isPending, failure, signedIn, onBrowse, onSignIn, ...slots } = props
  usePageTitle(useIntl().formatMessage(text.title))
  const mayOrder = useShop().guest_checkout_status === 1 || signedIn
  const state = useParcelCheckout({ categoryId, customer, onPlaced, isReady: mayOrder && !isPending && !failure })
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
          {mayOrder ? (
            <div className={c.columns}>
              <Steps state={state} isGuest={customer === undefined} {...slots} />
              <aside className={c.aside}>
                <ParcelSummary state={state} />
              </aside>
              <ChangedDialog
                labels={text}
                opened={state.changed !== undefined}
                quotes={state.changed}
                busy={state.isPlacing}
                onConfirm={() => state.changed && state.send(state.changed.now)}
                onClose={state.closeChanged}
              />
            </div>
          ) : (
            <NothingToOrder reason="guest" onBrowse={onBrowse} onSignIn={onSignIn} />
          )}
        </Pending>
      )}
    </div>
  )
}

type StepsProps = Slots & { state: ParcelState; isGuest: boolean }

function Steps({ state, onCategory, coupons, ...stops }: StepsProps) {
  const { formatMessage: t } = useIntl()
  const { draft, change, quote } = state
  return (
    <div className={c.steps}>
      <Step title={t(text.what)}>
        <ParcelWhat state={state} onCategory={onCategory} />
        <ProblemsAt part="what" quote={quote} />
      </Step>
      <Stops state={state} {...stops} />
      {quote && quote.store.time_zone !== '' && (
        <Step title={t(text.when)}>
          <SlotChoice
            days={quote.slots}
            timeZone={quote.store.time_zone}
            nowAllowed={quote.now_allowed}
            readyIn={quote.ready_in}
            value={draft.schedule_at}
            onChange={(schedule_at) => change({ schedule_at })}
          />
          <ProblemsAt part="when" quote={quote} />
        </Step>
      )}
      <Step title={t(text.notes)}>
        <ParcelNotes state={state} />
      </Step>
      <Step title={t(text.payer)}>
        <PayerChoice state={state} />
        <ProblemsAt part="payer" quote={quote} />
        {state.receiverPays && <ProblemsAt part="payment" quote={quote} />}
      </Step>
      {!state.receiverPays && (
        <Step title={t(text.payment)}>
          <PaymentChoice quote={quote} draft={draft} change={change} cashAt="sender" notes={notes} />
          <ProblemsAt part="payment" quote={quote} />
        </Step>
      )}
      {quote && quote.rows.length > 0 && (
        <Step title={t(text.coupon)}>
          {coupons({
            at: {},
            coupon: draft.coupon_code === '' ? undefined : quote.coupon,
            tryCode: state.tryCode,
            onCode: (coupon_code) => change({ coupon_code }),
          })}
        </Step>
      )}
    </div>
  )
}

const ProblemsAt = ({ part, quote }: { part: ParcelPart; quote: ParcelState['quote'] }) =>
  quote && <Problems of={parcelProblemsAt(quote, part)} />

/** Between whom: who sends the parcel, and who receives it. */
function Stops({ state, isGuest, placeInput, saved }: Omit<StepsProps, 'onCategory' | 'coupons'>) {
  const { formatMessage: t } = useIntl()
  const destinations = useDestinations()
  const { stops, complaints, changeStop, quote } = state
  const stop = { placeInput, saved }
  return (
    <>
      <Step title={t(text.sender)}>
        <ParcelStop
          {...stop}
          label={t(text.senderPlace)}
          contact={stops.sender}
          complaints={complaints.sender}
          onChange={(part) => changeStop('sender', part)}
          withEmail={isGuest}
          isOwn
        />
        <ProblemsAt part="sender" quote={quote} />
      </Step>
      <Step title={t(text.receiver)}>
        <ParcelStop
          {...stop}
          label={t(text.receiverPlace)}
          contact={stops.receiver}
          complaints={complaints.receiver}
          onChange={(part) => changeStop('receiver', part)}
          recent={destinations}
        />
        <ProblemsAt part="receiver" quote={quote} />
      </Step>
    </>
  )
}

function PayerChoice({ state: { draft, change } }: { state: ParcelState }) {
  const { formatMessage: t } = useIntl()
  return (
    <ChoiceCards
      label={t(text.payer)}
      name="charge_payer"
      value={draft.charge_payer}
      onChange={(charge_payer) => change({ charge_payer })}
      choices={[
        {
          value: 'sender',
          label: t(text.senderPays),
          detail: t(text.senderPaysDetail),
          icon: <IconUser size={24} aria-hidden />,
        },
        {
          value: 'receiver',
          label: t(text.receiverPays),
          detail: t(text.receiverPaysDetail),
          icon: <IconCash size={24} aria-hidden />,
        },
      ]}
    />
  )
}
