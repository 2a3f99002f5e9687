import { decideTripRefund, moveAdminTrip, moveVendorTrip } from '@/lib/api/sdk.gen'
import type { StaffTripMoveInputBody, StaffTripView } from '@/lib/api/types.gen'
import { serverNow } from '@/lib/page/server-clock'
import { withKey } from '@/lib/requests/with-key'
import { defineMessages, type Message } from '@/lib/text/messages'
import {
  giveBack as giveOrderBack,
  openRequest,
  refuseRefund as refuseOrderRefund,
  type Answer,
  type Role,
} from './steps'

const statuses = defineMessages({
  pending: { id: 'desk_trip_status.pending', defaultMessage: 'New' },
  confirmed: { id: 'desk_trip_status.confirmed', defaultMessage: 'Confirmed' },
  ongoing: { id: 'desk_trip_status.ongoing', defaultMessage: 'Under way' },
  completed: { id: 'desk_trip_status.completed', defaultMessage: 'Completed' },
  canceled: { id: 'desk_trip_status.canceled', defaultMessage: 'Canceled' },
  refunded: { id: 'desk_trip_status.refunded', defaultMessage: 'Refunded' },
})

const unknown: Message = { id: 'desk_trip_status.unknown', defaultMessage: 'Other' }

/** The status of a trip in words for the staff. */
export const tripStatusMessage = (status: string): Message =>
  (statuses as Partial<Record<string, Message>>)[status] ?? unknown

const text = defineMessages({
  confirm: { id: 'desk_trip_step.confirm', defaultMessage: 'Confirm trip' },
  handOver: { id: 'desk_trip_step.hand_over', defaultMessage: 'Handed over' },
  earlyHint: {
    id: 'desk_trip_step.early_hint',
    defaultMessage: 'The pickup is planned for later. The trip begins now, and this cannot be taken back.',
  },
  takeBackFree: { id: 'desk_trip_step.take_back_free', defaultMessage: 'Returned, without a late charge' },
  takeBack: { id: 'desk_trip_step.take_back', defaultMessage: 'Returned' },
  settleHint: {
    id: 'desk_trip_step.settle_hint',
    defaultMessage: 'This settles the deposit and what is still to be paid. It cannot be taken back.',
  },
  settleLateHint: {
    id: 'desk_trip_step.settle_late_hint',
    defaultMessage:
      'This settles the deposit, {amount} for the late return and what is still to be paid. It cannot be taken back.',
  },
  freeHint: {
    id: 'desk_trip_step.free_hint',
    defaultMessage: 'Nothing is charged for the late return. This cannot be taken back.',
  },
  refuse: { id: 'desk_trip_step.refuse', defaultMessage: 'Refuse' },
  cancel: { id: 'desk_trip_step.cancel', defaultMessage: 'Cancel trip' },
})

const reasons = defineMessages({
  broken: { id: 'usual_reason.broken', defaultMessage: 'The vehicle cannot be driven now' },
  closed: { id: 'usual_reason.closed', defaultMessage: 'We are closed at that time' },
  nobodyCame: { id: 'usual_reason.nobody_came', defaultMessage: 'Nobody came to pick the vehicle up' },
  asBooked: { id: 'usual_reason.as_booked', defaultMessage: 'The vehicle was as booked' },
  asAgreed: { id: 'usual_reason.as_agreed', defaultMessage: 'The price is as agreed' },
})

/** What a member of the staff can do with a trip, as a button. */
export type TripStep = {
  key: string
  label: Message
  /** What must be known first: what is given back. */
  asks?: 'refund'
  /** The usual reasons of a step that needs one. The shopper reads the one that is chosen. */
  reasons?: readonly Message[]
  /** Of the button that closes the question for a reason, if the step does not end the trip. */
  keep?: Message
  /** What it does, with the late charge as amount. It is shown and confirmed first, as it cannot be taken back. */
  hint?: Message | undefined
  /** The status that it leads to; undefined: it decides about a refund. */
  to?: StaffTripMoveInputBody['status']
  run: (role: Role, trip: StaffTripView, answer: Answer) => Promise<unknown>
}

type Move = Omit<TripStep, 'run'> & {
  to: StaffTripMoveInputBody['status']
  /** Nothing is charged for a late return. */
  waivesLate?: boolean
}

/** A hand-over more than this before the planned pickup is confirmed first, ms. */
const early = 60 * 60 * 1000

const cancel = { key: 'cancel', to: 'canceled' } as const

/** How each move appears. The server says which ones are allowed: next_statuses. */
const moves: readonly ((trip: StaffTripView) => Move)[] = [
  () => ({ key: 'confirm', to: 'confirmed', label: text.confirm }),
  ({ pickup_at: pickup }) => ({
    key: 'hand_over',
    to: 'ongoing',
    label: text.handOver,
    hint: Date.parse(pickup) - serverNow() > early ? text.earlyHint : undefined,
  }),
  ({ deposit, due_at_return: due, late_charge: late }) => ({
    key: 'take_back',
    to: 'completed',
    label: text.takeBack,
    hint: late > 0 ? text.settleLateHint : deposit > 0 || due > 0 ? text.settleHint : undefined,
  }),
  () => ({ key: 'take_back_free', to: 'completed', label: text.takeBackFree, hint: text.freeHint, waivesLate: true }),
  ({ trip_status: status }) =>
    status === 'pending'
      ? { ...cancel, label: text.refuse, reasons: [reasons.broken, reasons.closed] }
      : { ...cancel, label: text.cancel, reasons: [reasons.broken, reasons.nobodyCame] },
]

const moveStep = ({ to, waivesLate, ...step }: Move): TripStep => ({
  ...step,
  to,
  run: (role, { id, late_charge: late }, { reason }) => {
    const move = role === 'admin' ? moveAdminTrip : moveVendorTrip
    const isCharged = to === 'completed' && !waivesLate
    const body = { status: to, reason, waive_late: waivesLate, ...(isCharged && { late_charge: late }) }
    return move({ path: { id }, body, throwOnError: true })
  },
})

const decide =
  (approve: boolean): TripStep['run'] =>
  (_role, trip, { reason, refund }) => {
    const body = { approve, reason, request_id: openRequest(trip), ...refund }
    return withKey(['trip refund', trip.id], body, (headers) =>
      decideTripRefund({ path: { id: trip.id }, body, headers, throwOnError: true }),
    )
  }

const giveBack: TripStep = { key: 'give_back', label: giveOrderBack.label, asks: 'refund', run: decide(true) }

const refuseRefund: TripStep = {
  key: 'refuse_refund',
  label: refuseOrderRefund.label,
  reasons: [reasons.asBooked, reasons.asAgreed],
  keep: refuseOrderRefund.keep,
  run: decide(false),
}

/** What the member may do with a trip now: the one next step, and what else is possible. */
export function tripStepsOf(role: Role, trip: StaffTripView): { next?: TripStep; others: TripStep[] } {
  const isAdmin = role === 'admin'
  const isAsked = trip.refunds.some(({ refund_status: status }) => status === 'requested')
  if (isAdmin && isAsked) return { next: giveBack, others: [refuseRefund] }
  const all = moves
    .map((move) => move(trip))
    .filter(({ to, waivesLate }) => trip.next_statuses.includes(to) && (!waivesLate || trip.late_hours > 0))
    .map(moveStep)
  const next = all.find(({ reasons: why }) => !why)
  const refund = isAdmin && trip.to_refund > 0 ? [giveBack] : []
  return { next, others: [...all.filter((step) => step !== next), ...refund] }
}
