import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { personText } from '@/components/contact/contact-input'
import { TextField } from '@/components/form/field'
import { PhoneInput } from '@/components/form/phone-input'
import type { PickedPlace, PlaceInput } from '@/contracts/place-input'
import { doorFields, maxDoorFieldLength, type Contact } from '@/lib/account/contact'
import { useMoveContact } from '@/lib/account/move-contact'
import { defineMessages } from '@/lib/text/messages'
import type { StopComplaints } from './parcel-stops'
import c from './parcel.module.css'

const text = defineMessages({
  hint: { id: 'parcel_form.place_hint', defaultMessage: 'Street, place or building' },
  road: { id: 'contact_form.road', defaultMessage: 'Street number' },
  house: { id: 'contact_form.house', defaultMessage: 'House number' },
  floor: { id: 'contact_form.floor', defaultMessage: 'Floor' },
  additional: { id: 'contact_form.additional', defaultMessage: 'Additional information' },
  email: { id: 'contact_form.email', defaultMessage: 'Email (optional)' },
})

type TypedField =
  'contact_person_name' | 'contact_person_email' | 'additional_information' | (typeof doorFields)[number]

/** Renders a button for choosing a saved address, which is another feature. */
export type SavedSlot = (props: { current: Contact; onSelect: (contact: Contact) => void }) => ReactNode

type Props = {
  /** Of the field for the place. */
  label: string
  contact: Contact
  complaints: StopComplaints
  onChange: (part: Partial<Contact>) => void
  placeInput: PlaceInput
  /** Offered before anything is typed. */
  recent?: readonly PickedPlace[]
  /** For customers. */
  saved?: SavedSlot
  withEmail?: boolean
  /** The browser knows the shopper's own name and phone, not those of others. */
  isOwn?: boolean
}

/** One end of a parcel's way: a place with a point on the map, its door, and who is there. */
export function ParcelStop({ label, contact, complaints, onChange, placeInput, recent, saved, ...rest }: Props) {
  const { formatMessage: t } = useIntl()
  const moved = useMoveContact()
  const { point, address: location } = contact
  const typed = (name: TypedField) => ({
    value: contact[name],
    error: complaints[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [name]: currentTarget.value }),
  })
  const autoComplete = (name: string) => (rest.isOwn ? name : 'off')
  return (
    <div className={c.stop}>
      {saved?.({ current: contact, onSelect: onChange })}
      {placeInput({
        label,
        placeholder: t(text.hint),
        value: point && location !== '' ? { location, point } : undefined,
        onChange: (place) =>
          onChange(
            place ? moved(contact, { ...place, zoneIds: [] }) : { address: '', point: undefined, id: undefined },
          ),
        recent,
        error: complaints.address,
      })}
      <div className={c.door}>
        {doorFields.map((part) => (
          <TextField key={part} label={t(text[part])} maxLength={maxDoorFieldLength[part]} {...typed(part)} />
        ))}
      </div>
      <TextField label={t(text.additional)} maxLength={500} {...typed('additional_information')} />
      <div className={c.person}>
        <TextField
          label={t(personText.name)}
          autoComplete={autoComplete('name')}
          required
          withAsterisk={false}
          maxLength={120}
          {...typed('contact_person_name')}
        />
        <PhoneInput
          label={t(personText.phone)}
          autoComplete={autoComplete('tel')}
          required
          withAsterisk={false}
          value={contact.contact_person_number}
          error={complaints.contact_person_number}
          onChange={(contact_person_number) => onChange({ contact_person_number })}
        />
      </div>
      {rest.withEmail && (
        <TextField
          label={t(text.email)}
          type="email"
          autoComplete="email"
          maxLength={255}
          {...typed('contact_person_email')}
        />
      )}
    </div>
  )
}
