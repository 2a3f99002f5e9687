import { defineMessages } from '@/lib/text/messages'

/** The texts of mails. The server writes mails, and takes these from the catalogue (internal/notification). */
export const mailTexts = defineMessages({
  order: { id: 'notification_mail.order', defaultMessage: 'Order {id}' },
  reason: { id: 'notification_mail.reason', defaultMessage: 'Reason: {reason}' },
  open: { id: 'notification_mail.open', defaultMessage: 'See your order:' },
  trip: { id: 'notification_mail.trip', defaultMessage: 'Trip {id}' },
  openTrip: { id: 'notification_mail.open_trip', defaultMessage: 'See your trip:' },
  pickup: { id: 'notification_mail.pickup', defaultMessage: 'Pickup: {place}, {time}' },
  pickedUp: { id: 'notification_mail.picked_up', defaultMessage: 'Picked up: {place}, {time}' },
  return: { id: 'notification_mail.return', defaultMessage: 'Return by: {time}' },
  returned: { id: 'notification_mail.returned', defaultMessage: 'Returned: {time}' },
  look: { id: 'notification_mail.look', defaultMessage: 'Have a look:' },
  settings: { id: 'notification_mail.settings', defaultMessage: 'Choose which mails you get:' },
})
