import { ActionIcon } from '@mantine/core'
import { IconMapPin, IconPencil, IconUser } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Contact } from '@/lib/account/contact'
import { useDoorLine } from '@/lib/account/address-line'
import { defineMessages } from '@/lib/text/messages'
import c from './contact-card.module.css'

const text = defineMessages({
  none: { id: 'contact_card.none', defaultMessage: 'No Contact Info Added' },
  hint: { id: 'contact_card.hint', defaultMessage: 'Please enter your contact info' },
  edit: { id: 'contact_card.edit', defaultMessage: 'Please add your delivery address' },
})

type Props = {
  contact: Contact
  /** Take-away has no delivery address. */
  takeAway: boolean
  onEdit: () => void
}

/**
 * Shows a guest's contact and delivery address (CHK-02). Name and phone take the place of the hint
 * that they are missing: the page must not move under whoever presses something below it.
 */
export function ContactCard({ contact, takeAway, onEdit }: Props) {
  const { formatMessage: t } = useIntl()
  const isKnown = contact.contact_person_name !== '' && contact.contact_person_number !== ''
  return (
    <div className={c.card} data-missing={!isKnown || undefined}>
      <div className={c.words}>
        {isKnown ? <Who {...contact} /> : <Missing />}
        {!takeAway && contact.address !== '' && <Where {...contact} />}
      </div>
      <ActionIcon onClick={onEdit} aria-label={t(text.edit)} title={t(text.edit)} aria-haspopup="dialog">
        <IconPencil size={22} />
      </ActionIcon>
    </div>
  )
}

function Missing() {
  return (
    <p className={c.row}>
      <IconUser size={20} aria-hidden />
      <span>
        <b>
          <FormattedMessage {...text.none} />
        </b>
        <span className={c.quiet}>
          <FormattedMessage {...text.hint} />
        </span>
      </span>
    </p>
  )
}

function Who({ contact_person_name: name, contact_person_number: number, contact_person_email: email }: Contact) {
  return (
    <p className={c.row}>
      <IconUser size={20} aria-hidden />
      <span>
        <b>
          <bdi>{name}</bdi>
        </b>
        <span className={c.quiet}>
          <bdi dir="ltr">{number}</bdi>
        </span>
        {email && (
          <span className={c.quiet}>
            <bdi dir="ltr">{email}</bdi>
          </span>
        )}
      </span>
    </p>
  )
}

function Where({ address, ...rest }: Contact) {
  const door = useDoorLine()(rest)
  return (
    <p className={c.row}>
      <IconMapPin size={20} aria-hidden />
      <span>
        <bdi>{address}</bdi>
        {door && <span className={c.quiet}>{door}</span>}
      </span>
    </p>
  )
}
