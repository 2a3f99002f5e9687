import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Badge } from '@/components/badge'
import { SelectField } from '@/components/form/field'
import type { StaffMemberView, StaffOrderView } from '@/lib/api/types.gen'
import { isRefusal } from '@/lib/requests/problems'
import { defineMessages } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useClock, usePlanClock } from '@/lib/text/times'
import { useNow } from '@/lib/text/use-now'
import { Contents, MoreFacts, People } from './order-parts'
import { OfflinePayment, ToPayBack } from './offline-payment'
import { PayBackForm } from './pay-back-form'
import { Prescription } from './prescription'
import { ReasonForm } from './reason-form'
import { RefundForm } from './refund-form'
import { Refunds } from './refunds'
import { isOver, statusMessage, waitMessage } from './status'
import { StepButtons, StepUnanswered } from './step-buttons'
import { canAnswerAgain, stepsOf, type Answer, type Step } from './steps'
import { useStep } from './use-step'
import c from './order-card.module.css'

const text = defineMessages({
  number: { id: 'desk_card.number', defaultMessage: 'Order {id}' },
  delivery: { id: 'desk_card.delivery', defaultMessage: 'Delivery' },
  takeAway: { id: 'desk_card.take_away', defaultMessage: 'Take-away' },
  parcel: { id: 'desk_card.parcel', defaultMessage: 'Parcel' },
  placed: { id: 'desk_card.placed', defaultMessage: 'Placed {time}' },
  planned: { id: 'desk_card.planned', defaultMessage: 'For {time}' },
  readyAt: { id: 'desk_card.ready_at', defaultMessage: 'Ready at {time}' },
  since: { id: 'desk_card.since', defaultMessage: 'for {minutes} min' },
  readyIn: { id: 'desk_card.ready_in', defaultMessage: 'Ready in' },
  usual: { id: 'desk_card.usual', defaultMessage: 'As usual' },
  minutes: { id: 'desk_card.minutes', defaultMessage: '{minutes} min' },
})

const minute = 60_000 // ms
/** Longer waits are not counted in minutes: the time of the order says enough. */
const maxShownMinutes = 180

type Props = { member: StaffMemberView; order: StaffOrderView }

/** An order, with the one next step. Its title is a heading of the level. */
export function OrderCard({ member, order, level: Heading }: Props & { level: 'h2' | 'h3' }) {
  const { formatMessage: t } = useIntl()
  const { order_type: type, order_status: status } = order
  return (
    <article className={c.card} aria-labelledby={`order-${order.id}`} data-status={status}>
      <header className={c.head}>
        <Heading id={`order-${order.id}`} className={c.number}>
          <FormattedMessage {...text.number} values={{ id: <bdi key="id">{order.id}</bdi> }} />
        </Heading>
        <Badge tone={status === 'pending' ? 'fresh' : 'soft'}>{t(statusMessage(status))}</Badge>
        <Badge tone="quiet">
          {t(type === 'take_away' ? text.takeAway : order.parcel ? text.parcel : text.delivery)}
        </Badge>
        {member.role !== 'vendor' && !order.parcel && <bdi className={c.store}>{order.store.name}</bdi>}
        <Times order={order} />
      </header>
      <People order={order} role={member.role} />
      <Contents order={order} role={member.role} />
      <Prescription order={order} role={member.role} />
      <OfflinePayment order={order} role={member.role} />
      <ToPayBack order={order} />
      <Refunds of={order} role={member.role} />
      <MoreFacts order={order} />
      <Steps member={member} order={order} />
    </article>
  )
}

function Times({ order }: { order: StaffOrderView }) {
  const clock = useClock(order.store.time_zone, dayTime)
  const planClock = usePlanClock(order.store.time_zone, dayTime)
  const now = useNow(minute)
  const { schedule_at: planned, ready_at: ready, created_at: placed, status_at: since } = order
  const minutes = now === undefined ? 0 : Math.floor((now - Date.parse(since)) / minute)
  return (
    <p className={c.times}>
      <span>
        <FormattedMessage {...text.placed} values={{ time: <bdi key="time">{clock(placed)}</bdi> }} />
      </span>
      {planned && (
        <b>
          <FormattedMessage {...text.planned} values={{ time: <bdi key="time">{planClock(planned)}</bdi> }} />
        </b>
      )}
      {ready && (
        <b>
          <FormattedMessage {...text.readyAt} values={{ time: <bdi key="time">{clock(ready)}</bdi> }} />
        </b>
      )}
      {!isOver(order) && minutes > 0 && minutes < maxShownMinutes && (
        <span>
          <FormattedMessage {...text.since} values={{ minutes }} />
        </span>
      )}
    </p>
  )
}

/** A step whose question is open, with the order as it was then: the answer is about that one. */
type Asked = { step: Step; order: StaffOrderView }

/** The next step, and behind it what else is possible. */
function Steps({ member, order }: Props) {
  const { formatMessage: t } = useIntl()
  const { next, others } = stepsOf(member.role, order)
  const [asked, setAsked] = useState<Asked>()
  const [minutes, setMinutes] = useState<number>()
  const make = useStep(member)
  const waits = !next && waitMessage(order)
  const made = make.variables
  const offers = (step: Step) => [next, ...others].some((each) => each?.key === step.key)
  // Shown only while the order is as the message is about it: it may have worked.
  const isUnanswered =
    make.isError && !isRefusal(make.error) && made && isSameOrder(made.order, order) && offers(made.step)

  const press = (step: Step) =>
    step.asks && step.asks !== 'minutes' ? setAsked({ step, order }) : make.mutate({ step, order, answer: { minutes } })
  if (asked && offers(asked.step))
    return <Question asked={asked} order={order} make={make} onClose={() => setAsked(undefined)} />
  return (
    <footer className={c.steps}>
      {waits && <p className={c.waits}>{t(waits)}</p>}
      {isUnanswered && <StepUnanswered onRetry={() => make.mutate(made)} />}
      {next?.asks === 'minutes' && <ReadyIn minutes={minutes} onMinutes={setMinutes} />}
      <StepButtons next={next} others={others} running={make.isPending ? made?.step.key : undefined} onPress={press} />
    </footer>
  )
}

const isSameOrder = (before: StaffOrderView, now: StaffOrderView) =>
  before.order_status === now.order_status &&
  before.refunded === now.refunded &&
  before.to_pay_back === now.to_pay_back &&
  before.offline_payment?.sending === now.offline_payment?.sending

type QuestionProps = { asked: Asked; order: StaffOrderView; make: ReturnType<typeof useStep>; onClose: () => void }

/** The form of a step that needs an answer first. */
function Question({ asked, order, make, onClose }: QuestionProps) {
  const onAnswer = (answer: Answer) =>
    // The form stays open if the same answer can be corrected or sent again.
    void make.mutateAsync({ ...asked, answer }).then(onClose, (error: unknown) => !canAnswerAgain(error) && onClose())
  const form = { busy: make.isPending, onAnswer, onClose }
  const { asks, label } = asked.step
  if (asks === 'pay_back') return <PayBackForm {...form} label={label} of={order} />
  if (asks === 'refund') return <RefundForm {...form} label={label} of={order} />
  return <ReasonForm {...form} step={asked.step} />
}

const preparationMinutes = [10, 15, 20, 30, 45, 60, 90]

/** In how many minutes the order is ready; undefined: as usual. */
function ReadyIn({ minutes, onMinutes }: { minutes: number | undefined; onMinutes: (minutes?: number) => void }) {
  const { formatMessage: t } = useIntl()
  return (
    <SelectField
      label={t(text.readyIn)}
      value={minutes ?? ''}
      data={[
        { value: '', label: t(text.usual) },
        ...preparationMinutes.map((many) => ({ value: String(many), label: t(text.minutes, { minutes: many }) })),
      ]}
      onChange={(event) => onMinutes(Number(event.currentTarget.value) || undefined)}
    />
  )
}
