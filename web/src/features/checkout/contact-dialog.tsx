import { useState, type ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Dialog } from '@/components/dialog'
import { defineMessages } from '@/lib/messages'
import type { Place } from '@/lib/scope'
import { useShop } from '@/lib/shop'
import type { Contact } from './contact'
import { ContactForm } from './contact-form'

const text = defineMessages({
  contact: { id: 'contact_dialog.contact', defaultMessage: 'Contact person' },
  address: { id: 'contact_dialog.address', defaultMessage: 'Delivery address' },
})

/** Draws the dialog that picks a place on the map; it is another feature's. */
export type MapDialog = (props: { opened: boolean; onClose: () => void; onPlace: (place: Place) => void }) => ReactNode

type Props = {
  contact: Contact
  /** undefined: closed. */
  typed: Contact | undefined
  takeAway: boolean
  complaints?: Record<string, string>
  onTyping: (typed: Contact) => void
  onSave: (contact: Contact) => void
  onClose: () => void
  mapDialog: MapDialog
}

/** The form of contact and address, which gives its place to the map while a place is picked. */
export default function ContactDialog({ contact, typed, takeAway, onClose, mapDialog, ...form }: Props) {
  const { country } = useShop()
  const [isPicking, setPicking] = useState(false)

  const pick = ({ location, point }: Place) => {
    // Another place has another door.
    if (typed) form.onTyping({ ...typed, address: location, point, house: '', floor: '', road: '' })
    setPicking(false)
  }
  return (
    <>
      <Dialog
        opened={typed !== undefined && !isPicking}
        onClose={onClose}
        title={<FormattedMessage {...(takeAway ? text.contact : text.address)} />}
        width={640}
      >
        {typed && (
          <ContactForm
            contact={contact}
            typed={typed}
            takeAway={takeAway}
            country={country}
            onPick={() => setPicking(true)}
            {...form}
          />
        )}
      </Dialog>
      {mapDialog({ opened: isPicking, onClose: () => setPicking(false), onPlace: pick })}
    </>
  )
}
