import { useRef } from 'react'
import { useIntl } from 'react-intl'
import { personText } from '@/components/contact-input'
import { TextField } from '@/components/field'
import { PhoneInput } from '@/components/phone-input'
import type { Contact } from '@/lib/account/contact'
import type { PersonState } from './use-person'
import c from './contact-card.module.css'

/** The fields for the contact person's name and phone, which browsers can fill in. */
export function PersonFields({ contact, state }: { contact: Contact; state: PersonState }) {
  const { formatMessage: t } = useIntl()
  const fields = useRef<HTMLDivElement>(null)
  return (
    <div className={c.fields} ref={fields}>
      <TextField
        label={t(personText.name)}
        autoComplete="name"
        enterKeyHint="next"
        required
        withAsterisk={false}
        maxLength={120}
        value={contact.contact_person_name}
        error={state.complaints.contact_person_name}
        onKeyDown={({ key }) => {
          // On a phone this key is labelled 'next'.
          if (key === 'Enter') fields.current?.querySelector<HTMLElement>('[type=tel]')?.focus()
        }}
        onChange={({ currentTarget }) => state.type(contact, { contact_person_name: currentTarget.value })}
      />
      <PhoneInput
        label={t(personText.phone)}
        required
        withAsterisk={false}
        value={contact.contact_person_number}
        error={state.complaints.contact_person_number}
        onChange={(contact_person_number) => state.type(contact, { contact_person_number })}
      />
    </div>
  )
}
