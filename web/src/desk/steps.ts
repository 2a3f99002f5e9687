import {
  acceptRiderOrder,
  answerAdminPrescription,
  answerVendorPrescription,
  decideOfflinePayment,
  decideRefund,
  moveAdminOrder,
  moveRiderOrder,
  moveVendorOrder,
  notePaidBack,
} from '@/lib/api/sdk.gen'
import type {
  DecideRefundBody,
  PaidBackBody,
  RefundView,
  StaffMemberView,
  StaffLineView,
  StaffMoveInputBody,
  StaffOrderView,
  StaffTripView,
} from '@/lib/api/types.gen'
import { isRefusal } from '@/lib/requests/problems'
import { withKey, type KeyHeader } from '@/lib/requests/with-key'
import { defineMessages, type Message } from '@/lib/text/messages'

const text = defineMessages({
  accept: { id: 'desk_step.accept', defaultMessage: 'Accept' },
  acceptDelivery: { id: 'desk_step.accept_delivery', defaultMessage: 'Accept delivery' },
  prepare: { id: 'desk_step.prepare', defaultMessage: 'Start preparing' },
  ready: { id: 'desk_step.ready', defaultMessage: 'Ready' },
  pickedUp: { id: 'desk_step.picked_up', defaultMessage: 'Picked up' },
  onTheWay: { id: 'desk_step.on_the_way', defaultMessage: 'On the way' },
  delivered: { id: 'desk_step.delivered', defaultMessage: 'Delivered' },
  collected: { id: 'desk_step.collected', defaultMessage: 'Collected' },
  refuse: { id: 'desk_step.refuse', defaultMessage: 'Refuse' },
  cancel: { id: 'desk_step.cancel', defaultMessage: 'Cancel order' },
  notDelivered: { id: 'desk_step.not_delivered', defaultMessage: 'Could not deliver' },
  notCollected: { id: 'desk_step.not_collected', defaultMessage: 'Nobody came' },
  approve: { id: 'desk_step.approve', defaultMessage: 'Approve prescription' },
  giveBack: { id: 'desk_step.give_back', defaultMessage: 'Give money back' },
  refuseRefund: { id: 'desk_step.refuse_refund', defaultMessage: 'Refuse refund' },
  received: { id: 'desk_step.received', defaultMessage: 'The money is here' },
  notReceived: { id: 'desk_step.not_received', defaultMessage: 'It has not arrived' },
  paidBack: { id: 'desk_step.paid_back', defaultMessage: 'I have paid it back' },
  refusePrescription: { id: 'desk_step.refuse_prescription', defaultMessage: 'Refuse prescription' },
  back: { id: 'desk_step.back', defaultMessage: 'Back' },
})

const reasons = defineMessages({
  soldOut: { id: 'usual_reason.sold_out', defaultMessage: 'An item is sold out' },
  busy: { id: 'usual_reason.busy', defaultMessage: 'We have too many orders now' },
  closing: { id: 'usual_reason.closing', defaultMessage: 'We are closing' },
  nobodyThere: { id: 'usual_reason.nobody_there', defaultMessage: 'Nobody handed the parcel over' },
  tooBig: { id: 'usual_reason.too_big', defaultMessage: 'The parcel is bigger than agreed' },
  noAnswer: { id: 'usual_reason.no_answer', defaultMessage: 'Nobody answered at the door or the phone' },
  noAddress: { id: 'usual_reason.no_address', defaultMessage: 'The address was not found' },
  unreadable: { id: 'usual_reason.unreadable', defaultMessage: 'The prescription cannot be read' },
  expired: { id: 'usual_reason.expired', defaultMessage: 'The prescription is no longer valid' },
  otherMedicine: { id: 'usual_reason.other_medicine', defaultMessage: 'The prescription is for another medicine' },
  wasComplete: { id: 'usual_reason.was_complete', defaultMessage: 'Everything was in the order' },
  wasGood: { id: 'usual_reason.was_good', defaultMessage: 'We see no fault in the photos' },
  noPayment: { id: 'usual_reason.no_payment', defaultMessage: 'No such payment has arrived' },
  otherAmount: { id: 'usual_reason.other_amount', defaultMessage: 'Another amount has arrived' },
  notCollected: { id: 'usual_reason.not_collected', defaultMessage: 'Nobody came to collect the order' },
})

export type Role = StaffMemberView['role']

/** What a person has answered to the question of a step. */
export type Answer = {
  minutes?: number
  reason?: string
  /** The ids of the lines that are sold out. */
  soldOutLines?: readonly number[]
  refund?: Pick<DecideRefundBody, 'whole' | 'lines' | 'amount' | 'refunded' | 'to_wallet' | 'request_id'>
  payBack?: PaidBackBody
}

/** What asks about the money of an order or a trip, under the name of the step. */
export type MoneyFormProps = {
  label: Message
  of: StaffOrderView | StaffTripView
  busy: boolean
  onAnswer: (answer: Answer) => void
  onClose: () => void
}

/** One thing that a person can do with an order. */
export type Step = {
  /** Names it. */
  key: string
  label: Message
  /** What must be known first: in how many minutes the order is ready, why it ends, what is given back, or what was. */
  asks?: 'minutes' | 'reason' | 'refund' | 'pay_back'
  /** The usual reasons. The shopper reads the one that is chosen. */
  reasons?: readonly Message[]
  /** The lines that a store may say are sold out, with that reason. */
  soldOut?: { reason: Message; lines: readonly StaffLineView[] }
  /** Of the button that closes the question for a reason, if the step does not end the order. */
  keep?: Message
  /** The status that it leads to; undefined: the status stays. */
  to?: string
  run: (order: StaffOrderView, answer: Answer) => Promise<StaffOrderView>
}

type Status = StaffMoveInputBody['status']
type Appearance = Pick<Step, 'label' | 'asks' | 'reasons'>

const isTakeAway = (order: StaffOrderView) => order.order_type === 'take_away'
const isNew = ({ order_status: status }: StaffOrderView) => status === 'pending' || status === 'scheduled'

/** How a move appears. The server says which ones are allowed: next_statuses. */
const moves: Partial<Record<string, (order: StaffOrderView) => Appearance>> = {
  confirmed: () => ({ label: text.accept, asks: 'minutes' }),
  processing: () => ({ label: text.prepare }),
  handover: () => ({ label: text.ready }),
  picked_up: (order) => ({ label: order.self_delivery ? text.onTheWay : text.pickedUp }),
  delivered: (order) => ({ label: isTakeAway(order) ? text.collected : text.delivered }),
  canceled: (order) => ({
    label: isNew(order) ? text.refuse : text.cancel,
    asks: 'reason',
    reasons: order.parcel ? [reasons.nobodyThere, reasons.tooBig] : [reasons.soldOut, reasons.busy, reasons.closing],
  }),
  failed: (order) => ({
    label: isTakeAway(order) ? text.notCollected : text.notDelivered,
    asks: 'reason',
    reasons: isTakeAway(order) ? [reasons.notCollected] : [reasons.noAnswer, reasons.noAddress],
  }),
}

/** These end an order without a delivery: they are never the next step. */
const badEnds = ['canceled', 'failed']

const moveCalls = { vendor: moveVendorOrder, rider: moveRiderOrder, admin: moveAdminOrder }

function moveStep(role: Role, order: StaffOrderView, to: string): Step[] {
  const appearance = moves[to]?.(order)
  if (!appearance) return []
  const run: Step['run'] = async ({ id }, { minutes, reason, soldOutLines }) => {
    const sold_out_lines = soldOutLines && [...soldOutLines]
    const body = { status: to as Status, reason, preparation_minutes: minutes, sold_out_lines }
    return (await moveCalls[role]({ path: { id }, body, throwOnError: true })).data
  }
  const soldOut = role === 'vendor' && to === 'canceled' && { soldOut: { reason: reasons.soldOut, lines: order.lines } }
  return [{ key: to, to, run, ...appearance, ...soldOut }]
}

const acceptDelivery: Step = {
  key: 'accept_delivery',
  label: text.acceptDelivery,
  run: async ({ id }) => (await acceptRiderOrder({ path: { id }, throwOnError: true })).data,
}

const answerCalls = { vendor: answerVendorPrescription, admin: answerAdminPrescription }

/** A pharmacist says yes or no before anything else can be done with the order. */
function prescriptionSteps(role: 'vendor' | 'admin'): { next: Step; others: Step[] } {
  const answer =
    (approve: boolean): Step['run'] =>
    async ({ id }, { reason }) => {
      const body = { approve, reason }
      const call = (headers: KeyHeader) => answerCalls[role]({ path: { id }, body, headers, throwOnError: true })
      return (await withKey(['prescription', id], body, call)).data
    }
  const no: Step = {
    key: 'refuse_prescription',
    to: 'canceled',
    label: text.refusePrescription,
    asks: 'reason',
    reasons: [reasons.unreadable, reasons.expired, reasons.otherMedicine],
    run: answer(false),
  }
  return { next: { key: 'approve_prescription', label: text.approve, run: answer(true) }, others: [no] }
}

type Paying = Pick<StaffOrderView, 'id' | 'offline_payment'>
type Refundable = { refunds?: readonly RefundView[] | null }

/** The request for a refund that is open; 0: none is. */
export const openRequest = ({ refunds }: Refundable) =>
  refunds?.find(({ refund_status: status }) => status === 'requested')?.id ?? 0

/** Fields that say what a member of the staff has seen. */
const seenFields: readonly (string | undefined)[] = ['refunded', 'request_id', 'to_pay_back', 'sending', 'late_charge']

/** Returns whether an answer that was refused can be changed and sent again: it was not about what was there before. */
export const canAnswerAgain = (error: unknown) =>
  isRefusal(error) && !error.errors.some(({ field }) => seenFields.includes(field))

const decide =
  (approve: boolean): Step['run'] =>
  async (order, { reason, refund }) => {
    const { id } = order
    const body = { approve, reason, request_id: openRequest(order), ...refund }
    const call = (headers: KeyHeader) => decideRefund({ path: { id }, body, headers, throwOnError: true })
    return (await withKey(['refund', id], body, call)).data
  }

export const giveBack: Step = { key: 'give_back', label: text.giveBack, asks: 'refund', run: decide(true) }

export const refuseRefund: Step & { keep: Message } = {
  key: 'refuse_refund',
  to: 'delivered',
  label: text.refuseRefund,
  asks: 'reason',
  reasons: [reasons.wasComplete, reasons.wasGood],
  keep: text.back,
  run: decide(false),
}

/** Says whether a payment for an order or a trip, as it was shown, has arrived. */
export async function answerPayment({ id, offline_payment: shown }: Paying, received: boolean, reason?: string) {
  const body = { sending: shown?.sending ?? 0, received, reason }
  const call = (headers: KeyHeader) => decideOfflinePayment({ path: { id }, body, headers, throwOnError: true })
  return (await withKey(['payment', id], body, call)).data
}

/** Says that all was sent back that the shopper of an order or a trip should get back, as an admin has seen it. */
export async function payBack(id: number, { payBack: body = { to_pay_back: 0 } }: Answer) {
  const call = (headers: KeyHeader) => notePaidBack({ path: { id }, body, headers, throwOnError: true })
  return (await withKey(['paid back', id], body, call)).data
}

const decidePayment =
  (received: boolean): Step['run'] =>
  async (order, { reason }) =>
    (await answerPayment(order, received, reason)).order ?? order

export const received: Step = { key: 'payment_received', label: text.received, run: decidePayment(true) }

export const notReceived: Step = {
  key: 'payment_not_received',
  label: text.notReceived,
  asks: 'reason',
  reasons: [reasons.noPayment, reasons.otherAmount],
  keep: text.back,
  run: decidePayment(false),
}

export const paidBack: Step = {
  key: 'paid_back',
  label: text.paidBack,
  asks: 'pay_back',
  run: async (order, answer) => (await payBack(order.id, answer)).order ?? order,
}

/** Whether an admin may give money back that nobody has asked for. */
const isRefundable = ({ order_status: status, payment_status: payment, refunded = 0, total }: StaffOrderView) =>
  status === 'delivered' && payment === 'paid' && refunded < total

/** Whether an order waits for its pharmacist. */
const waitsForPharmacist = (order: StaffOrderView) => order.prescription_status === 'waiting' && isNew(order)

/** Whether a rider sees an order that waits for one. */
export const isOffer = (role: Role, order: StaffOrderView) => role === 'rider' && !order.rider

/** How the member may end the order without a delivery. */
const endsOf = (role: Role, order: StaffOrderView) =>
  order.next_statuses.filter((to) => badEnds.includes(to)).flatMap((to) => moveStep(role, order, to))

/**
 * Everything that this member may do with an order now: the one next step, and what else
 * is possible. A new kind of step is added here.
 */
export function stepsOf(role: Role, order: StaffOrderView): { next?: Step; others: Step[] } {
  if (isOffer(role, order)) return { next: acceptDelivery, others: [] }
  const prescription = role !== 'rider' && waitsForPharmacist(order) ? prescriptionSteps(role) : undefined
  if (order.offline_payment?.status === 'sent') {
    const others = prescription ? [prescription.next, ...prescription.others] : endsOf(role, order)
    return { next: received, others: [notReceived, ...others] }
  }
  if (prescription) return prescription
  if (role === 'admin' && order.order_status === 'refund_requested') {
    // Money may be owed already, such as that of an earlier refund.
    return { next: giveBack, others: order.to_pay_back ? [refuseRefund, paidBack] : [refuseRefund] }
  }
  const refund = role === 'admin' && isRefundable(order) ? [giveBack] : []
  if (order.to_pay_back) return { next: paidBack, others: refund }
  if (refund.length > 0) return { others: refund }
  const all = order.next_statuses.flatMap((to) => moveStep(role, order, to))
  const next = all.find(({ key }) => !badEnds.includes(key))
  return { next, others: all.filter((step) => step !== next) }
}
