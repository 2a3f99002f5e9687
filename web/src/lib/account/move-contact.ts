import { useIntl } from 'react-intl'
import { emptyDoor, type Contact } from './contact'
import { defineMessages } from '@/lib/text/messages'
import type { Place } from '@/lib/scope/scope'
import { toast } from '@/lib/page/toast'

const text = defineMessages({
  emptied: {
    id: 'picked_place.emptied',
    defaultMessage:
      'Street, house, floor and additional information were for the previous place. Please fill them in again.',
  },
})

/** Moves a contact to a place from the map. For another place, its door is cleared, with a message. */
export function useMoveContact() {
  const { formatMessage: t } = useIntl()
  return (contact: Contact, { location, point }: Place): Contact => {
    const isSame = contact.point?.lat === point.lat && contact.point.lng === point.lng
    if (isSame) return contact
    if (contact.house || contact.floor || contact.road || contact.additional_information) toast(t(text.emptied))
    return { ...contact, address: location, point, ...emptyDoor }
  }
}
