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

type AddressFields = Pick<Contact, 'address_type' | 'address_label' | 'address' | 'house' | 'floor' | 'road'>

const icons = { home: IconHome, office: IconBriefcase, other: IconMapPin, 'Selected Address': IconMapPin }

/** The icon of an address type. It is decorative, because the name is beside it. */
export function AddressIcon({ type }: { type: Contact['address_type'] }) {
  const Icon = icons[type]
  return <Icon size={20} className={c.icon} aria-hidden />
}

/** Returns a function that returns the name of an address: its type, or the customer's label. */
export function useAddressName() {
  const { formatMessage: t } = useIntl()
  return ({ address_type: type, address_label: label }: Pick<Contact, 'address_type' | 'address_label'>) => {
    if (type === 'Selected Address') return t(text.selected)
    return type === 'other' ? label || t(text.other) : t(text[type])
  }
}

/** The address, and below it road, house and floor. */
export function AddressLines({ address, ...rest }: AddressFields) {
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

/** The contact person of an address. */
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
