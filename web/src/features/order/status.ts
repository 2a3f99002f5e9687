import { payStateOf } from '@/contracts/payment-result'
import type { TrackingView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'

const text = defineMessages({
  scheduled: { id: 'status.scheduled', defaultMessage: 'Scheduled' },
  pending: { id: 'status.pending', defaultMessage: 'Waiting for the store' },
  payment: { id: 'status.payment', defaultMessage: 'Waiting for your payment' },
  checkingPayment: { id: 'status.checking_payment', defaultMessage: 'Checking your payment' },
  pharmacist: { id: 'status.pharmacist', defaultMessage: 'Waiting for the pharmacist' },
  confirmed: { id: 'status.confirmed', defaultMessage: 'The store has accepted your order' },
  cooking: { id: 'status.cooking', defaultMessage: 'Cooking your food' },
  preparing: { id: 'status.preparing', defaultMessage: 'Preparing your order' },
  readyToBring: { id: 'status.ready_to_bring', defaultMessage: 'Ready for delivery' },
  readyToCollect: { id: 'status.ready_to_collect', defaultMessage: 'Ready to collect' },
  onTheWay: { id: 'status.on_the_way', defaultMessage: 'On the way' },
  delivered: { id: 'status.delivered', defaultMessage: 'Delivered' },
  collected: { id: 'status.collected', defaultMessage: 'Collected' },
  canceled: { id: 'status.canceled', defaultMessage: 'This order was canceled' },
  notDelivered: { id: 'status.not_delivered', defaultMessage: 'This order could not be delivered' },
  notCollected: { id: 'status.not_collected', defaultMessage: 'This order was not collected' },
  refundRequested: { id: 'status.refund_requested', defaultMessage: 'You asked for a refund' },
  refunded: { id: 'status.refunded', defaultMessage: 'Refunded' },
  unknown: { id: 'status.unknown', defaultMessage: 'Your order' },
  waitsForRider: { id: 'status.waits_for_rider', defaultMessage: 'Waiting for a rider' },
  riderComes: { id: 'status.rider_comes', defaultMessage: 'A rider comes to pick it up' },
  parcelCanceled: { id: 'status.parcel_canceled', defaultMessage: 'This parcel was canceled' },
  parcelNotDelivered: { id: 'status.parcel_not_delivered', defaultMessage: 'This parcel could not be delivered' },
})

const stepText = defineMessages({
  placed: { id: 'step.placed', defaultMessage: 'Placed' },
  confirmed: { id: 'step.confirmed', defaultMessage: 'Confirmed' },
  cooking: { id: 'step.cooking', defaultMessage: 'Cooking' },
  preparing: { id: 'step.preparing', defaultMessage: 'Preparing' },
  onTheWay: { id: 'step.on_the_way', defaultMessage: 'On the way' },
  ready: { id: 'step.ready', defaultMessage: 'Ready' },
  delivered: { id: 'step.delivered', defaultMessage: 'Delivered' },
  collected: { id: 'step.collected', defaultMessage: 'Collected' },
  riderFound: { id: 'step.rider_found', defaultMessage: 'Rider found' },
  pickedUp: { id: 'step.picked_up', defaultMessage: 'Picked up' },
})

type Moving = Pick<TrackingView, 'order_status' | 'order_type' | 'prescription_status' | 'payment_due_at'> & {
  awaits_payment?: boolean
}

const isTakeAway = ({ order_type }: Moving) => order_type === 'take_away'

/** The words of a parcel that differ: no store has it. */
const parcelText: Record<string, Message> = {
  pending: text.waitsForRider,
  confirmed: text.riderComes,
  canceled: text.parcelCanceled,
  failed: text.parcelNotDelivered,
}

const over = ['delivered', 'canceled', 'failed', 'refund_requested', 'refunded']

/** Returns whether the order is finished. */
export const isFinished = ({ order_status }: Moving) => over.includes(order_status)

/** Returns the state for which the page shows a payment's result. */
export const payState = (order: Moving) => payStateOf(order.order_status, isFinished(order), order.awaits_payment)

/** Returns a text that changes when the payment that is awaited does. */
export const paymentKey = ({ awaits_payment = false, payment_due_at = '' }: Partial<Moving>) =>
  `${awaits_payment} ${payment_due_at}`

/** Returns the text of the status. Food is cooked, everything else is prepared. */
export function statusMessage(order: Moving, moduleType?: string): Message {
  const takeAway = isTakeAway(order)
  if (order.awaits_payment) return order.payment_due_at ? text.payment : text.checkingPayment
  const messages: Record<string, Message> = {
    scheduled: text.scheduled,
    pending: order.prescription_status === 'waiting' ? text.pharmacist : text.pending,
    confirmed: text.confirmed,
    processing: moduleType === 'food' ? text.cooking : text.preparing,
    handover: takeAway ? text.readyToCollect : text.readyToBring,
    picked_up: text.onTheWay,
    delivered: takeAway ? text.collected : text.delivered,
    canceled: text.canceled,
    failed: takeAway ? text.notCollected : text.notDelivered,
    refund_requested: text.refundRequested,
    refunded: text.refunded,
  }
  const ofParcel = order.order_type === 'parcel' ? parcelText[order.order_status] : undefined
  return ofParcel ?? messages[order.order_status] ?? text.unknown
}

/** A step of the bar, and its statuses. */
type OrderStep = { key: string; message: Message; statuses: readonly string[] }

/** The steps of a parcel: it is on the way as soon as it is picked up. */
const parcelSteps: OrderStep[] = [
  { key: 'placed', message: stepText.placed, statuses: ['scheduled', 'pending'] },
  { key: 'confirmed', message: stepText.riderFound, statuses: ['confirmed'] },
  { key: 'made', message: stepText.pickedUp, statuses: ['picked_up'] },
  { key: 'last', message: stepText.onTheWay, statuses: ['picked_up'] },
  { key: 'done', message: stepText.delivered, statuses: ['delivered'] },
]

/** Returns the five steps (ORD-03). For take-away there is no rider in them. */
export function orderSteps(order: Moving, moduleType?: string): OrderStep[] {
  if (order.order_type === 'parcel') return parcelSteps
  const takeAway = isTakeAway(order)
  return [
    { key: 'placed', message: stepText.placed, statuses: ['scheduled', 'pending'] },
    { key: 'confirmed', message: stepText.confirmed, statuses: ['confirmed'] },
    {
      key: 'made',
      message: moduleType === 'food' ? stepText.cooking : stepText.preparing,
      statuses: ['processing'],
    },
    {
      key: 'last',
      message: takeAway ? stepText.ready : stepText.onTheWay,
      statuses: [takeAway ? 'handover' : 'picked_up'],
    },
    { key: 'done', message: takeAway ? stepText.collected : stepText.delivered, statuses: ['delivered'] },
  ]
}
