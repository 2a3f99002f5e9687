import type { NotificationView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'

type Kind = NotificationView['kind']

/** The texts of notifications by kind. The server has the same texts for mails, from the catalogue. */
export const notificationTexts: Record<Kind, Message> = defineMessages<Kind>({
  order_placed: { id: 'notification.order_placed', defaultMessage: '{store} has got your order' },
  order_confirmed: { id: 'notification.order_confirmed', defaultMessage: '{store} has accepted your order' },
  order_ready: {
    id: 'notification.order_ready',
    defaultMessage: 'Your order from {store} is ready to collect',
  },
  order_on_the_way: {
    id: 'notification.order_on_the_way',
    defaultMessage: 'Your order from {store} is on the way',
  },
  order_delivered: { id: 'notification.order_delivered', defaultMessage: 'Your order from {store} was delivered' },
  order_collected: {
    id: 'notification.order_collected',
    defaultMessage: 'You have collected your order from {store}',
  },
  order_canceled: { id: 'notification.order_canceled', defaultMessage: 'Your order from {store} was canceled' },
  order_not_delivered: {
    id: 'notification.order_not_delivered',
    defaultMessage: 'Your order from {store} could not be delivered',
  },
  order_not_collected: {
    id: 'notification.order_not_collected',
    defaultMessage: 'Your order from {store} was not collected',
  },
  order_refunded: {
    id: 'notification.order_refunded',
    defaultMessage: 'You get {amount} back for your order from {store}',
  },
  refund_refused: {
    id: 'notification.refund_refused',
    defaultMessage: 'A refund of your order from {store} was refused',
  },
  prescription_approved: {
    id: 'notification.prescription_approved',
    defaultMessage: '{store} has approved your prescription',
  },
  payment_received: { id: 'notification.payment_received', defaultMessage: 'Your payment to {store} has arrived' },
  payment_refused: { id: 'notification.payment_refused', defaultMessage: 'Your payment to {store} was not found' },
  parcel_placed: { id: 'notification.parcel_placed', defaultMessage: 'Your parcel waits for a rider' },
  parcel_confirmed: { id: 'notification.parcel_confirmed', defaultMessage: 'A rider comes for your parcel' },
  parcel_on_the_way: { id: 'notification.parcel_on_the_way', defaultMessage: 'Your parcel is on the way' },
  parcel_delivered: { id: 'notification.parcel_delivered', defaultMessage: 'Your parcel was delivered' },
  parcel_canceled: { id: 'notification.parcel_canceled', defaultMessage: 'Your parcel was canceled' },
  parcel_not_delivered: {
    id: 'notification.parcel_not_delivered',
    defaultMessage: 'Your parcel could not be delivered',
  },
  trip_placed: { id: 'notification.trip_placed', defaultMessage: '{store} has got your trip' },
  trip_confirmed: { id: 'notification.trip_confirmed', defaultMessage: '{store} has confirmed your trip' },
  trip_started: { id: 'notification.trip_started', defaultMessage: 'Your trip with {store} has begun' },
  trip_completed: { id: 'notification.trip_completed', defaultMessage: 'Your trip with {store} is completed' },
  trip_canceled: { id: 'notification.trip_canceled', defaultMessage: 'Your trip with {store} was canceled' },
  trip_refunded: {
    id: 'notification.trip_refunded',
    defaultMessage: 'You get {amount} back for your trip with {store}',
  },
  trip_refund_refused: {
    id: 'notification.trip_refund_refused',
    defaultMessage: 'A refund of your trip with {store} was refused',
  },
  licence_refused: {
    id: 'notification.licence_refused',
    defaultMessage: '{store} has refused your driver’s licence',
  },
  item_in_stock: { id: 'notification.item_in_stock', defaultMessage: '{item} from {store} is available again' },
  item_cheaper: { id: 'notification.item_cheaper', defaultMessage: '{item} from {store} costs only {amount} now' },
  points_earned: {
    id: 'notification.points_earned',
    defaultMessage: 'You earned {points, plural, one {# point} other {# points}} for order {order}',
  },
  cashback_received: {
    id: 'notification.cashback_received',
    defaultMessage: 'You earned {amount} cashback for order {order}',
  },
  order_rewarded: {
    id: 'notification.order_rewarded',
    defaultMessage:
      'You earned {points, plural, one {# point} other {# points}} and {amount} cashback for order {order}',
  },
  referral_rewarded: {
    id: 'notification.referral_rewarded',
    defaultMessage: 'You got {amount} as a referral reward',
  },
  message_received: { id: 'notification.message_received', defaultMessage: '{store} has written to you' },
  store_open: { id: 'notification.store_open', defaultMessage: '{store} is open again' },
})
