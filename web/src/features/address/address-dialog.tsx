import { useState, type ComponentProps } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ContactForm } from '@/components/contact/contact-form'
import { Dialog } from '@/components/overlay/dialog'
import { trimContact, type Contact } from '@/lib/account/contact'
import { common } from '@/lib/text/intl'
import type { MapDialog } from '@/contracts/map-dialog'
import { defineMessages } from '@/lib/text/messages'
import { useMoveContact } from '@/lib/account/move-contact'
import { problems } from '@/lib/requests/problems'
import type { Place } from '@/lib/scope/scope'
import { toastProblem } from '@/lib/page/toast'
import { useSaveAddress } from './address-queries'

const text = defineMessages({
  add: { id: 'address_dialog.add', defaultMessage: 'New address' },
  update: { id: 'address_dialog.update', defaultMessage: 'Change address' },
})

type Props = {
  opened: boolean
  /** The initial values. With an id the address is updated, else one is added (ADDR-04). */
  contact: Contact
  onClose: () => void
  onSaved?: (contact: Contact) => void
  mapDialog: MapDialog
}

const isSame = (one: Contact | undefined, other: Contact) => JSON.stringify(one) === JSON.stringify(other)

/**
 * The dialog for adding or changing a saved address. The map dialog replaces it while a place is picked. What is typed
 * outlives a closing of the dialog, until it is saved or another contact is opened.
 */
export default function AddressDialog({ opened, contact, onClose, onSaved, mapDialog }: Props) {
  const { formatMessage: t } = useIntl()
  const moved = useMoveContact()
  const [typed, setTyped] = useState(contact)
  const [startedWith, setStartedWith] = useState<Contact>()
  const [isPicking, setPicking] = useState(false)
  const [complaints, setComplaints] = useState<Record<string, string>>()
  const save = useSaveAddress()
  // Opening the dialog with another contact resets the form. While the dialog closes, its content stays.
  if (opened && !isSame(startedWith, contact)) {
    setStartedWith(contact)
    setTyped(contact)
    setComplaints(undefined)
  }

  // The dialog stays open while it saves: a late response would close the form of another address.
  const close = () => {
    if (!save.isPending) onClose()
  }
  const pick = (place: Place) => {
    setTyped(moved(typed, place))
    setComplaints(undefined)
    setPicking(false)
  }
  const send: ComponentProps<typeof ContactForm>['onSave'] = (contact, showErrors) => {
    const trimmed = trimContact(contact)
    save.mutate(trimmed, {
      onSuccess: ({ contact: saved }) => {
        setStartedWith(undefined)
        onClose()
        onSaved?.(saved)
      },
      onError: (error) => {
        const found = problems(error, t(common.offline))
        const ofFields = found.filter(({ field = '' }) => field in trimmed)
        const fieldErrors = Object.fromEntries(ofFields.map(({ field = '', message }) => [field, message]))
        setComplaints(fieldErrors)
        showErrors(fieldErrors)
        for (const { message } of found.filter((problem) => !ofFields.includes(problem))) toastProblem(message)
      },
    })
  }

  return (
    <>
      <Dialog
        opened={opened && !isPicking}
        onClose={close}
        title={<FormattedMessage {...(contact.id === undefined ? text.add : text.update)} />}
        width={640}
      >
        <ContactForm
          contact={contact}
          typed={typed}
          complaints={complaints}
          isUpdate={contact.id !== undefined}
          busy={save.isPending}
          onTyping={setTyped}
          onSave={send}
          onPick={() => setPicking(true)}
        />
      </Dialog>
      {mapDialog({ opened: isPicking, from: typed.point, onClose: () => setPicking(false), onPlace: pick })}
    </>
  )
}
