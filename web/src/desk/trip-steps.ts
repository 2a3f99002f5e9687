import type { StaffTripMoveInputBody, StaffTripView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'

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
  takeBackFree: { id: 'desk_trip_step.take_back_free', defaultMessage: 'Returned, without a late charge' },
  takeBack: { id: 'desk_trip_step.take_back', defaultMessage: 'Returned' },
  settleHint: {
    id: 'desk_trip_step.settle_hint',
    defaultMessage: 'This settles the deposit and what is still to be paid. It cannot be taken back.',
  },
  freeHint: {
    id: 'desk_trip_step.free_hint',
    defaultMessage: 'Nothing is charged for the late return. This cannot be taken back.',
  },
  refuse: { id: 'desk_trip_step.refuse', defaultMessage: 'Refuse' },
  cancel: { id: 'desk_trip_step.cancel', defaultMessage: 'Cancel trip' },
  refund: { id: 'desk_trip_step.refund', defaultMessage: 'Give all money back' },
})

const reasons = defineMessages({
  broken: { id: 'desk_trip_reason.broken', defaultMessage: 'The vehicle cannot be driven now' },
  closed: { id: 'desk_trip_reason.closed', defaultMessage: 'We are closed at that time' },
  nobodyCame: { id: 'desk_trip_reason.nobody_came', defaultMessage: 'Nobody came to pick the vehicle up' },
  notAsBooked: { id: 'desk_trip_reason.not_as_booked', defaultMessage: 'The vehicle was not as booked' },
})

/** A move of a trip, as a button. */
export type TripStep = {
  key: string
  to: StaffTripMoveInputBody['status']
  label: Message
  /** The usual reasons of a move that needs one. The shopper reads the one that is chosen. */
  reasons?: readonly Message[]
  /** What it does. It is shown and confirmed first, as it cannot be taken back. */
  hint?: Message
  /** Nothing is charged for a late return. */
  waivesLate?: boolean
}

const cancel = { key: 'cancel', to: 'canceled' } as const

/** How each move appears. The server says which ones are allowed: next_statuses. */
const steps: readonly ((trip: StaffTripView) => TripStep)[] = [
  () => ({ key: 'confirm', to: 'confirmed', label: text.confirm }),
  () => ({ key: 'hand_over', to: 'ongoing', label: text.handOver }),
  ({ deposit, due_at_return: due }) => ({
    key: 'take_back',
    to: 'completed',
    label: text.takeBack,
    hint: deposit > 0 || due > 0 ? text.settleHint : undefined,
  }),
  () => ({ key: 'take_back_free', to: 'completed', label: text.takeBackFree, hint: text.freeHint, waivesLate: true }),
  ({ trip_status: status }) =>
    status === 'pending'
      ? { ...cancel, label: text.refuse, reasons: [reasons.broken, reasons.closed] }
      : { ...cancel, label: text.cancel, reasons: [reasons.broken, reasons.nobodyCame] },
  () => ({ key: 'refund', to: 'refunded', label: text.refund, reasons: [reasons.notAsBooked, reasons.broken] }),
]

/** What the member may do with a trip now: the one next step, and what else is possible. */
export function tripStepsOf(trip: StaffTripView): { next?: TripStep; others: TripStep[] } {
  const all = steps
    .map((step) => step(trip))
    .filter(({ to, waivesLate }) => trip.next_statuses.includes(to) && (!waivesLate || trip.late_hours > 0))
  const next = all.find(({ reasons: why }) => !why)
  return { next, others: all.filter((step) => step !== next) }
}
