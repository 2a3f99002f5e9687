import { ActionIcon } from '@mantine/core'
import { IconMapPin, IconPencil, IconUser } from '@tabler/icons-react'
import { defineMessages, FormattedMessage, useIntl } from 'react-intl'
import { hasContact, type Contact } from './contact'
import c from './contact-card.module.css'

const text = defineMessages({
  none: { id: 'contact_card.none', defaultMessage: 'No Contact Info Added' },
  hint: { id: 'contact_card.hint', defaultMessage: 'Please enter your contact info' },
  edit: { id: 'contact_card.edit', defaultMessage: 'Please add your delivery address' },
  house: { id: 'contact_card.house', defaultMessage: 'House {house}' },
  floor: { id: 'contact_card.floor', defaultMessage: 'Floor {floor}' },
})

type Props = {
  contact: Contact
  /** Take-away: nobody comes, so no address. */
  takeAway: boolean
  onEdit: () => void
}

/** Whom a guest's order is for, and where to (CHK-02). */
export function ContactCard({ contact, takeAway, onEdit }: Props) {
  const { formatMessage: t } = useIntl()
  const known = hasContact(contact)
  const where = [
    contact.house && t(text.house, { house: contact.house }),
    contact.floor && t(text.floor, { floor: contact.floor }),
    contact.road,
  ].filter(Boolean)
  return (
    <div className={c.card} data-missing={!known || undefined}>
      <div className={c.words}>
        {known ? (
          <p className={c.row}>
            <IconUser size={20} aria-hidden />
            <span>
              <b>{contact.contact_person_name}</b>
              <bdi className={c.quiet}>{contact.contact_person_number}</bdi>
              {contact.contact_person_email && <bdi className={c.quiet}>{contact.contact_person_email}</bdi>}
            </span>
          </p>
        ) : (
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
        )}
        {!takeAway && contact.address && (
          <p className={c.row}>
            <IconMapPin size={20} aria-hidden />
            <span>
              {contact.address}
              {where.length > 0 && <span className={c.quiet}>{where.join(' · ')}</span>}
            </span>
          </p>
        )}
      </div>
      <ActionIcon onClick={onEdit} aria-label={t(text.edit)} title={t(text.edit)}>
        <IconPencil size={22} />
      </ActionIcon>
    </div>
  )
}
