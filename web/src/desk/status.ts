import type { StaffHistoryView, StaffOrderView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'
import { isOffer, type Role } from './steps'

const statuses: Partial<Record<string, Message>> = defineMessages({
  scheduled: { id: 'desk_status.scheduled', defaultMessage: 'Scheduled' },
  pending: { id: 'desk_status.pending', defaultMessage: 'New' },
  confirmed: { id: 'desk_status.confirmed', defaultMessage: 'Accepted' },
  processing: { id: 'desk_status.processing', defaultMessage: 'In preparation' },
  handover: { id: 'desk_status.handover', defaultMessage: 'Ready' },
  picked_up: { id: 'desk_status.picked_up', defaultMessage: 'On the way' },
  delivered: { id: 'desk_status.delivered', defaultMessage: 'Delivered' },
  canceled: { id: 'desk_status.canceled', defaultMessage: 'Canceled' },
  failed: { id: 'desk_status.failed', defaultMessage: 'Not delivered' },
  refund_requested: { id: 'desk_status.refund_requested', defaultMessage: 'Refund requested' },
  refunded: { id: 'desk_status.refunded', defaultMessage: 'Refunded' },
})

const unknown: Message = { id: 'desk_status.unknown', defaultMessage: 'Other' }

/** The status in words for the staff. */
export const statusMessage = (status: string): Message => statuses[status] ?? unknown

const actors: Record<StaffHistoryView['actor'], Message> = defineMessages({
  shopper: { id: 'desk_actor.shopper', defaultMessage: 'Shopper' },
  vendor: { id: 'desk_actor.vendor', defaultMessage: 'Store' },
  rider: { id: 'desk_actor.rider', defaultMessage: 'Rider' },
  admin: { id: 'desk_actor.admin', defaultMessage: 'Admin' },
  system: { id: 'desk_actor.system', defaultMessage: 'By itself' },
})

export const actorMessage = (actor: StaffHistoryView['actor']): Message => actors[actor]

const waits = defineMessages({
  time: { id: 'desk_wait.time', defaultMessage: 'It moves to the new orders when it is due.' },
  rider: { id: 'desk_wait.rider', defaultMessage: 'Waiting for a rider.' },
  pickup: { id: 'desk_wait.pickup', defaultMessage: 'The rider picks it up.' },
  delivery: { id: 'desk_wait.delivery', defaultMessage: 'The rider brings it to the shopper.' },
  payment: { id: 'desk_wait.payment', defaultMessage: 'It can be accepted as soon as it is paid.' },
  parcelPayment: { id: 'desk_wait.parcel_payment', defaultMessage: 'Riders can accept it as soon as it is paid.' },
  receiver: { id: 'desk_wait.receiver', defaultMessage: 'The rider brings it to the receiver.' },
  store: { id: 'desk_wait.store', defaultMessage: 'The store is still preparing it.' },
})

/** What an order without a next step waits for; undefined: for nothing. */
export function waitMessage(order: StaffOrderView): Message | undefined {
  if (order.parcel) return parcelWait(order)
  switch (order.order_status) {
    case 'pending':
      return order.awaits_payment ? waits.payment : undefined
    case 'scheduled':
      return waits.time
    case 'processing':
    case 'confirmed':
      return waits.store
    case 'handover':
      return order.rider ? waits.pickup : waits.rider
    case 'picked_up':
      return waits.delivery
  }
  return undefined
}

/** The same for a parcel, which no store prepares. */
function parcelWait({ order_status: status, rider, awaits_payment }: StaffOrderView): Message | undefined {
  if (status === 'scheduled') return waits.time
  if (status === 'pending' && awaits_payment) return waits.parcelPayment
  if (status === 'pending' || status === 'confirmed') return rider ? waits.pickup : waits.rider
  return status === 'picked_up' ? waits.receiver : undefined
}

const groups = defineMessages({
  new: { id: 'desk_group.new', defaultMessage: 'New' },
  preparing: { id: 'desk_group.preparing', defaultMessage: 'In preparation' },
  ready: { id: 'desk_group.ready', defaultMessage: 'Ready' },
  own: { id: 'desk_group.own', defaultMessage: 'Your deliveries' },
  offers: { id: 'desk_group.offers', defaultMessage: 'Waiting for a rider' },
})

/** isNew: its orders wait for an answer, or for their payment. */
export type Group = { key: string; title: Message; isNew?: boolean; orders: StaffOrderView[] }

/** The orders that are under way, in the columns of the desk. Those that are over are in none. */
export function groupsOf(role: Role, orders: readonly StaffOrderView[]): Group[] {
  if (role === 'rider') {
    return [
      { key: 'own', title: groups.own, orders: orders.filter((order) => !isOffer(role, order) && isOpen(order)) },
      {
        key: 'offers',
        title: groups.offers,
        isNew: true,
        orders: orders.filter((order) => isOffer(role, order) && isOpen(order)),
      },
    ]
  }
  const within = (...wanted: string[]) => orders.filter(({ order_status: status }) => wanted.includes(status))
  return [
    { key: 'new', title: groups.new, isNew: true, orders: within('pending') },
    { key: 'preparing', title: groups.preparing, orders: within('confirmed', 'processing') },
    { key: 'ready', title: groups.ready, orders: within('handover', 'picked_up') },
  ]
}

const open = ['pending', 'confirmed', 'processing', 'handover', 'picked_up']
/** Whether the order is at one of its ends. */
export const isOver = ({ order_status: status }: Pick<StaffOrderView, 'order_status'>) =>
  status !== 'scheduled' && !open.includes(status)

const isOpen = ({ order_status: status }: StaffOrderView) => open.includes(status)

/** Whether the member should hear of it: a new order for a store, an offer for a rider. */
export const isNews = (role: Role, order: StaffOrderView) =>
  role === 'rider' ? isOffer(role, order) : order.order_status === 'pending' && !order.awaits_payment
