import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { IconBriefcase, IconHome, IconMapPin } from '@tabler/icons-react'
import { defineMessages, FormattedMessage, useIntl, type IntlShape } from 'react-intl'
import * as z from 'zod/mini'
import { isPossiblePhone } from '@/lib/phone'
import { ChoiceCards } from './choice-cards'
import type { Contact } from './contact'
import c from './contact-form.module.css'

const text = defineMessages({
  label: { id: 'contact_form.label', defaultMessage: 'Label As' },
  home: { id: 'contact_form.home', defaultMessage: 'Home' },
  office: { id: 'contact_form.office', defaultMessage: 'Office' },
  other: { id: 'contact_form.other', defaultMessage: 'Other' },
  name: { id: 'contact_form.name', defaultMessage: 'Contact name' },
  phone: { id: 'contact_form.phone', defaultMessage: 'Phone' },
  email: { id: 'contact_form.email', defaultMessage: 'Email (optional)' },
  address: { id: 'contact_form.address', defaultMessage: 'Address' },
  pick: { id: 'contact_form.pick', defaultMessage: 'Pick from map' },
  road: { id: 'contact_form.road', defaultMessage: 'Street number' },
  house: { id: 'contact_form.house', defaultMessage: 'House number' },
  floor: { id: 'contact_form.floor', defaultMessage: 'Floor' },
  addressRequired: { id: 'contact_form.address_required', defaultMessage: 'Address is required' },
  nameRequired: { id: 'contact_form.name_required', defaultMessage: 'Name is required' },
  phoneRequired: { id: 'contact_form.phone_required', defaultMessage: 'Phone Number is required' },
  phoneWrong: { id: 'contact_form.phone_wrong', defaultMessage: 'This phone number is not complete' },
  emailWrong: { id: 'contact_form.email_wrong', defaultMessage: 'Must be a valid email' },
  reset: { id: 'contact_form.reset', defaultMessage: 'Reset' },
  save: { id: 'contact_form.save', defaultMessage: 'Save' },
  saveAddress: { id: 'contact_form.save_address', defaultMessage: 'Add Address' },
})

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message))

/** Names are the API's own, so that a complaint of the server finds its field. */
export function contactInput(t: IntlShape['formatMessage'], takeAway: boolean, country: string) {
  return z.object({
    contact_person_name: required(t(text.nameRequired)),
    contact_person_number: required(t(text.phoneRequired)).check(
      z.refine((phone) => phone.trim() === '' || isPossiblePhone(phone, country), t(text.phoneWrong)),
    ),
    contact_person_email: z.string().check(
      z.maxLength(255, t(text.emailWrong)),
      z.refine((email) => email.trim() === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()), t(text.emailWrong)),
    ),
    address: takeAway ? z.string() : required(t(text.addressRequired)),
  })
}

type Props = {
  contact: Contact
  takeAway: boolean
  /** ISO country of numbers without a country code. */
  country: string
  /** What the server complained about, by field. */
  problems?: Record<string, string>
  onSave: (contact: Contact) => void
  /** Opens the map; the picked place comes back as a new contact. */
  onPickPlace: (typed: Contact) => void
}

/** Contact and address of a guest: take-away needs the first alone (ADDR-04, ADDR-05). */
export function ContactForm({ contact, takeAway, country, problems, onSave, onPickPlace }: Props) {
  const { formatMessage: t } = useIntl()
  const form = useForm<Contact>({
    initialValues: contact,
    initialErrors: problems,
    validate: schemaResolver(contactInput(t, takeAway, country), { sync: true }),
  })
  const { values } = form

  return (
    <form className={c.form} onSubmit={form.onSubmit(onSave)} noValidate>
      {!takeAway && (
        <>
          <ChoiceCards
            label={t(text.label)}
            name="address_type"
            value={values.address_type === 'Selected Address' ? 'home' : values.address_type}
            onChange={(type) => form.setFieldValue('address_type', type)}
            choices={[
              { value: 'home', label: t(text.home), icon: <IconHome size={20} aria-hidden /> },
              { value: 'office', label: t(text.office), icon: <IconBriefcase size={20} aria-hidden /> },
              { value: 'other', label: t(text.other), icon: <IconMapPin size={20} aria-hidden /> },
            ]}
          />
          <div className={c.address}>
            <TextInput label={t(text.address)} autoComplete="street-address" {...form.getInputProps('address')} />
            <Button variant="default" size="md" h={48} onClick={() => onPickPlace(values)}>
              <FormattedMessage {...text.pick} />
            </Button>
          </div>
        </>
      )}
      <TextInput label={t(text.name)} autoComplete="name" {...form.getInputProps('contact_person_name')} />
      <TextInput
        label={t(text.phone)}
        type="tel"
        dir="ltr"
        autoComplete="tel"
        {...form.getInputProps('contact_person_number')}
      />
      <TextInput
        label={t(text.email)}
        type="email"
        dir="ltr"
        autoComplete="email"
        {...form.getInputProps('contact_person_email')}
      />
      {!takeAway && (
        <div className={c.three}>
          <TextInput label={t(text.road)} {...form.getInputProps('road')} />
          <TextInput label={t(text.house)} {...form.getInputProps('house')} />
          <TextInput label={t(text.floor)} {...form.getInputProps('floor')} />
        </div>
      )}
      <div className={c.buttons}>
        <Button variant="default" size="md" h={48} onClick={form.reset}>
          <FormattedMessage {...text.reset} />
        </Button>
        <Button type="submit" size="md" h={48}>
          <FormattedMessage {...(takeAway ? text.save : text.saveAddress)} />
        </Button>
      </div>
    </form>
  )
}
