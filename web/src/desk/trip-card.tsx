import { IconChevronDown } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Badge } from '@/components/badge'
import { Fact } from '@/components/layout/fact'
import { Kilometres } from '@/components/trip/kilometres'
import { Money } from '@/components/price/money'
import { PriceRows } from '@/components/price/price-rows'
import type { DepositBackView, StaffMemberView, StaffTripView } from '@/lib/api/types.gen'
import { isRefusal } from '@/lib/requests/problems'
import { defineMessages } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useClock, usePlanClock } from '@/lib/text/times'
import { AskForm } from './ask-form'
import { useTripStep } from './desk-trips'
import { OfflinePayment, ToPayBack } from './offline-payment'
import { Phone, StaffMoves, Ways } from './order-parts'
import { ReasonForm } from './reason-form'
import { RefundForm } from './refund-form'
import { Refunds } from './refunds'
import { StepButtons, StepUnanswered } from './step-buttons'
import { canAnswerAgain, type Answer } from './steps'
import { TripLicence } from './trip-licence'
import { TripPhotos } from './trip-photos'
import { tripStatusMessage, tripStepsOf, type TripStep } from './trip-steps'
import c from './order-card.module.css'
import parts from './order-parts.module.css'

const text = defineMessages({
  number: { id: 'desk_trip.number', defaultMessage: 'Trip {id}' },
  toBePaid: { id: 'desk_trip.to_be_paid', defaultMessage: 'Waiting for payment' },
  placed: { id: 'desk_trip.placed', defaultMessage: 'Booked {time}' },
  pickup: { id: 'desk_trip.pickup', defaultMessage: 'Pickup' },
  handedOver: { id: 'desk_trip.handed_over', defaultMessage: 'Handed over' },
  return: { id: 'desk_trip.return', defaultMessage: 'Return by' },
  returned: { id: 'desk_trip.returned', defaultMessage: 'Returned' },
  destination: { id: 'desk_trip.destination', defaultMessage: 'Destination' },
  contact: { id: 'desk_trip.contact', defaultMessage: 'Contact' },
  note: { id: 'desk_trip.note', defaultMessage: 'Note' },
  reason: { id: 'desk_trip.reason', defaultMessage: 'Why it ended' },
  count: { id: 'desk_trip.count', defaultMessage: '{count} ×' },
  hours: { id: 'desk_trip.hours', defaultMessage: '{hours, plural, one {# hour} other {# hours}}' },
  collect: { id: 'desk_trip.collect', defaultMessage: 'Collect {amount} in cash at the pickup' },
  paid: { id: 'desk_trip.paid', defaultMessage: 'Paid: {amount}' },
  deposit: { id: 'desk_trip.deposit', defaultMessage: 'Deposit {amount}' },
  late: {
    id: 'desk_trip.late',
    defaultMessage: '{hours, plural, one {# hour} other {# hours}} late: {amount}',
  },
  due: { id: 'desk_trip.due', defaultMessage: 'To collect at the return: {amount}' },
  handBack: { id: 'desk_trip.hand_back', defaultMessage: 'Deposit to hand back in cash: {amount}' },
  shopGivesBack: { id: 'desk_trip.shop_gives_back', defaultMessage: 'Deposit that the shop gives back: {amount}' },
  total: { id: 'desk_trip.total', defaultMessage: 'Total {amount}' },
  more: { id: 'desk_trip.more', defaultMessage: 'Amounts and timeline' },
  keep: { id: 'desk_trip.keep', defaultMessage: 'Keep the trip' },
  waits: { id: 'desk_trip.waits', defaultMessage: 'It can be confirmed as soon as it is paid.' },
})

type Props = { member: StaffMemberView; trip: StaffTripView }

/** A trip, with the one next step (RNT-11), or with other steps. Times are those of the provider's zone. */
export function TripCard({ member, trip, steps }: Props & { steps?: ReactNode }) {
  const { formatMessage: t } = useIntl()
  const { id, trip_status: status, awaits_payment: isUnpaid } = trip
  return (
    <article className={c.card} aria-labelledby={`trip-${id}`} data-status={isUnpaid ? undefined : status}>
      <header className={c.head}>
        <h2 id={`trip-${id}`} className={c.number}>
          <FormattedMessage {...text.number} values={{ id: <bdi key="id">{id}</bdi> }} />
        </h2>
        <Badge tone={status === 'pending' && !isUnpaid ? 'fresh' : 'soft'}>
          {t(isUnpaid ? text.toBePaid : tripStatusMessage(status))}
        </Badge>
        <Badge tone="quiet">
          {trip.rental_type === 'hourly' ? (
            t(text.hours, { hours: trip.estimated_hours })
          ) : (
            <Kilometres distance={trip.distance} />
          )}
        </Badge>
        {member.role === 'admin' && <bdi className={c.store}>{trip.provider_name}</bdi>}
        <Placed trip={trip} />
      </header>
      <Plan trip={trip} />
      <ul className={parts.lines}>
        {trip.lines.map(({ vehicle_id: vehicle, name, quantity }) => (
          <li key={vehicle} className={parts.line}>
            <b className="num">
              <FormattedMessage {...text.count} values={{ count: quantity }} />
            </b>
            <div className={parts.words}>
              <bdi>{name}</bdi>
            </div>
          </li>
        ))}
      </ul>
      <Payment trip={trip} />
      {trip.offline_payment && <OfflinePayment order={trip} role={member.role} />}
      <ToPayBack order={trip} />
      <Refunds of={trip} role={member.role} />
      <People trip={trip} />
      <TripLicence member={member} trip={trip} />
      <TripPhotos member={member} trip={trip} />
      <details className={parts.more}>
        <summary>
          <FormattedMessage {...text.more} />
          <IconChevronDown size={18} aria-hidden />
        </summary>
        <PriceRows rows={trip.rows} />
        <StaffMoves moves={trip.timeline} words={(move) => t(tripStatusMessage(move))} timeZone={trip.time_zone} />
      </details>
      {steps ?? <Steps member={member} trip={trip} />}
    </article>
  )
}

function Placed({ trip }: Pick<Props, 'trip'>) {
  const clock = useClock(trip.time_zone, dayTime)
  return (
    <p className={c.times}>
      <span>
        <FormattedMessage {...text.placed} values={{ time: <bdi key="time">{clock(trip.created_at)}</bdi> }} />
      </span>
    </p>
  )
}

/** When and where, as planned; what has happened takes the place of the plan. A vendor is not told where once the trip is over. */
function Plan({ trip }: Pick<Props, 'trip'>) {
  const clock = usePlanClock(trip.time_zone, dayTime)
  const { started_at: started, returned_at: returned, pickup_location: from, destination_location: to } = trip
  const at = (time: string) => (
    <time dateTime={time}>
      <bdi>{clock(time)}</bdi>
    </time>
  )
  return (
    <dl className={parts.facts}>
      <Fact name={started ? text.handedOver : text.pickup}>
        {at(started ?? trip.pickup_at)}
        {from && <bdi>{from}</bdi>}
      </Fact>
      <Fact name={returned ? text.returned : text.return}>{at(returned ?? trip.return_at)}</Fact>
      {to && (
        <Fact name={text.destination}>
          <bdi>{to}</bdi>
        </Fact>
      )}
    </dl>
  )
}

/** Who has booked, and what was written. A vendor is not told who once the trip is over. */
function People({ trip }: Pick<Props, 'trip'>) {
  const { contact_person_name: name, contact_person_number: number, note } = trip
  // Of a refund, the answer to the shopper says it.
  const reason = trip.trip_status === 'refunded' && trip.refunds.length > 0 ? '' : trip.cancel_reason
  return (
    <dl className={parts.facts}>
      {name && (
        <Fact name={text.contact}>
          <bdi>{name}</bdi>
          {number && <Phone number={number} />}
        </Fact>
      )}
      {note && (
        <Fact name={text.note}>
          <bdi>{note}</bdi>
        </Fact>
      )}
      {reason && (
        <Fact name={text.reason}>
          <bdi>{reason}</bdi>
        </Fact>
      )}
    </dl>
  )
}

/** What the trip costs, how it is paid, and whether the provider collects it in cash. */
function Payment({ trip }: Pick<Props, 'trip'>) {
  const { payment_method: method, payment_status: payment, trip_status: status, rows, total } = trip
  const collects = method === 'cash_on_delivery' && ['pending', 'confirmed'].includes(status)
  // The wallet has paid the rest.
  const toPay = rows.find(({ code }) => code === 'to_pay')?.amount ?? total
  const message = payment === 'paid' ? text.paid : collects ? text.collect : text.total
  const amount = payment !== 'paid' && collects ? toPay : total
  return (
    <p className={parts.amounts}>
      <b>
        <FormattedMessage {...message} values={{ amount: <Money key="amount" value={amount} /> }} />
      </b>
      <Ways of={trip} />
      <ReturnCharges trip={trip} />
    </p>
  )
}

/** What is given back after the return, and what a late one costs. */
function ReturnCharges({
  trip: { deposit, late_hours: hours, late_charge: charge, due_at_return: due, deposit_back_now: back },
}: Pick<Props, 'trip'>) {
  const money = (value: number) => <Money key="amount" value={value} />
  return (
    <>
      {deposit > 0 && (
        <span>
          <FormattedMessage {...text.deposit} values={{ amount: money(deposit) }} />
        </span>
      )}
      {hours > 0 && (
        <span>
          <FormattedMessage {...text.late} values={{ hours, amount: money(charge) }} />
        </span>
      )}
      {due > 0 && (
        <b>
          <FormattedMessage {...text.due} values={{ amount: money(due) }} />
        </b>
      )}
      <DepositBack back={back} />
    </>
  )
}

/** Who gives how much of the deposit back when the vehicles come back now. */
function DepositBack({ back }: { back: DepositBackView | undefined }) {
  const { in_cash: cash = 0, by_shop: rest = 0 } = back ?? {}
  return (
    <>
      {cash > 0 && (
        <b>
          <FormattedMessage {...text.handBack} values={{ amount: <Money key="amount" value={cash} /> }} />
        </b>
      )}
      {rest > 0 && (
        <span>
          <FormattedMessage {...text.shopGivesBack} values={{ amount: <Money key="amount" value={rest} /> }} />
        </span>
      )}
    </>
  )
}

/** What a step gives back of the deposit. */
const depositBackBy = ({ step: { key }, trip }: { step: TripStep; trip: StaffTripView }) =>
  key === 'take_back' ? trip.deposit_back_now : key === 'take_back_free' ? trip.deposit_back_waived : undefined

/** The next step, and behind it what else is possible. */
function Steps({ member, trip }: Props) {
  const { formatMessage: t } = useIntl()
  const { next, others } = tripStepsOf(member.role, trip)
  const steps = [next, ...others].filter((step) => step !== undefined)
  // With the trip as it was when the question opened: the answer is about that one.
  const [asked, setAsked] = useState<{ step: TripStep; trip: StaffTripView }>()
  const make = useTripStep(member)
  const made = make.variables
  const offers = ({ key }: TripStep) => steps.some((step) => step.key === key)
  // Shown only while the trip is as the message is about it: it may have worked.
  const isSame =
    made?.trip.trip_status === trip.trip_status && made.trip.refunded === trip.refunded && offers(made.step)
  const isUnanswered = make.isError && !isRefusal(make.error) && isSame
  const press = (step: TripStep) =>
    step.asks || step.reasons || step.hint ? setAsked({ step, trip }) : make.mutate({ step, trip, answer: {} })
  // The same key names another step in another status: "Refuse" must not cancel a trip that was confirmed meanwhile.
  if (asked && asked.trip.trip_status === trip.trip_status && offers(asked.step)) {
    const { hint, label, asks } = asked.step
    const close = () => setAsked(undefined)
    const answer = (given: Answer) =>
      // What was typed stays after a refusal that names a way out.
      void make
        .mutateAsync({ ...asked, answer: given })
        .then(close, (error: unknown) => !canAnswerAgain(error) && close())
    if (hint) {
      const values = { amount: <Money key="amount" value={asked.trip.late_charge} /> }
      const confirm = () => answer({})
      return (
        <AskForm
          hint={hint}
          values={values}
          facts={<DepositBack back={depositBackBy(asked)} />}
          label={label}
          busy={make.isPending}
          onSend={confirm}
          onClose={close}
        />
      )
    }
    const form = { busy: make.isPending, onAnswer: answer, onClose: close }
    return asks ? (
      <RefundForm {...form} label={label} of={trip} />
    ) : (
      <ReasonForm {...form} step={asked.step} keep={text.keep} />
    )
  }
  return (
    <footer className={c.steps}>
      {trip.awaits_payment && <p className={c.waits}>{t(text.waits)}</p>}
      {isUnanswered && made && <StepUnanswered onRetry={() => make.mutate(made)} />}
      <StepButtons next={next} others={others} running={make.isPending ? made?.step.key : undefined} onPress={press} />
    </footer>
  )
}
