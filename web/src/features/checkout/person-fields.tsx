import { Button } from '@mantine/core'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { personText } from '@/components/contact/contact-input'
import { TextField } from '@/components/form/field'
import { PhoneInput } from '@/components/form/phone-input'
import type { Contact } from '@/lib/account/contact'
import type { PersonState } from './use-person'
import c from './contact-card.module.css'

type Props = {
  contact: Contact
  state: PersonState
  /** Whether there is a button that restores the stored contact. */
  canReset?: boolean
}

/** The fields for the contact person, which browsers can fill in: name, phone, and an e-mail if it is asked for. */
export function PersonFields({ contact, state, canReset }: Props) {
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
      {state.withEmail && (
        <TextField
          label={t(personText.email)}
          type="email"
          autoComplete="email"
          maxLength={255}
          value={contact.contact_person_email}
          error={state.complaints.contact_person_email}
          onChange={({ currentTarget }) => state.type(contact, { contact_person_email: currentTarget.value })}
        />
      )}
      {canReset && (
        <Button variant="default" h={44} className={c.reset} onClick={state.reset}>
          <FormattedMessage {...personText.reset} />
        </Button>
      )}
    </div>
  )
}
