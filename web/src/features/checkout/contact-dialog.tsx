import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { ContactForm } from '@/components/contact/contact-form'
import { Dialog } from '@/components/overlay/dialog'
import type { Contact } from '@/lib/account/contact'
import type { MapDialog } from '@/contracts/map-dialog'
import { defineMessages } from '@/lib/text/messages'
import { useMoveContact } from '@/lib/account/move-contact'
import type { Place } from '@/lib/scope/scope'

const text = defineMessages({
  contact: { id: 'contact_dialog.contact', defaultMessage: 'Contact person' },
  address: { id: 'contact_dialog.address', defaultMessage: 'Delivery address' },
})

type Props = {
  contact: Contact
  /** undefined: closed. */
  typed: Contact | undefined
  takeAway: boolean
  /** For guests and take-away there is a field for an optional e-mail. */
  withEmail: boolean
  complaints?: Record<string, string>
  onTyping: (typed: Contact) => void
  onSave: (contact: Contact) => void
  onClose: () => void
  mapDialog: MapDialog
}

/** The dialog with the contact form. The map dialog replaces it while a place is picked. */
export default function ContactDialog({ contact, typed, takeAway, onClose, mapDialog, ...form }: Props) {
  const [isPicking, setPicking] = useState(false)

  const moved = useMoveContact()

  const pick = (place: Place) => {
    if (typed) form.onTyping(moved(typed, place))
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
            isUpdate={contact.contact_person_name !== ''}
            onPick={() => setPicking(true)}
            {...form}
          />
        )}
      </Dialog>
      {mapDialog({ opened: isPicking, from: typed?.point, onClose: () => setPicking(false), onPlace: pick })}
    </>
  )
}
