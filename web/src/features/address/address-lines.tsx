import { IconBriefcase, IconHome, IconMapPin } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import type { Contact } from '@/lib/account/contact'
import { useDoorLine } from '@/lib/account/address-line'
import { defineMessages } from '@/lib/text/messages'
import c from './address-lines.module.css'

const text = defineMessages({
  home: { id: 'address.home', defaultMessage: 'Home' },
  office: { id: 'address.office', defaultMessage: 'Office' },
  other: { id: 'address.other', defaultMessage: 'Other' },
  selected: { id: 'address.selected', defaultMessage: 'Selected Address' },
})

type Words = Pick<Contact, 'address_type' | 'address_label' | 'address' | 'house' | 'floor' | 'road'>

const icons = { home: IconHome, office: IconBriefcase, other: IconMapPin, 'Selected Address': IconMapPin }

/** A picture of the kind of address; its name stands beside it. */
export function AddressIcon({ type }: { type: Contact['address_type'] }) {
  const Icon = icons[type]
  return <Icon size={20} className={c.icon} aria-hidden />
}

/** What an address is called: its kind, or the customer's own word for it. */
export function useAddressName() {
  const { formatMessage: t } = useIntl()
  return ({ address_type: type, address_label: label }: Pick<Contact, 'address_type' | 'address_label'>) => {
    if (type === 'Selected Address') return t(text.selected)
    return type === 'other' ? label || t(text.other) : t(text[type])
  }
}

/** The address, and below it the way to the door. */
export function AddressLines({ address, ...rest }: Words) {
  const door = useDoorLine()(rest)
  return (
    <>
      <span className={c.line}>
        <bdi>{address}</bdi>
      </span>
      {door && (
        <span className={c.line}>
          <bdi>{door}</bdi>
        </span>
      )}
    </>
  )
}

/** Whom to ask for at an address. */
export function AddressPerson({ contact_person_name: name, contact_person_number: phone }: Person) {
  if (!name && !phone) return null
  return (
    <span className={c.line}>
      <bdi>{name}</bdi>
      {name && phone && ' · '}
      <bdi dir="ltr">{phone}</bdi>
    </span>
  )
}

type Person = Pick<Contact, 'contact_person_name' | 'contact_person_number'>
