import { Button } from '@mantine/core'
import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form'
import { IconBriefcase, IconHome, IconMap, IconMapPin } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { addressTypes, type Contact } from '@/lib/account/contact'
import { defineMessages } from '@/lib/text/messages'
import { useShop } from '@/lib/scope/shop'
import { ChoiceCards } from '@/components/form/choice-cards'
import { contactInput, personText } from './contact-input'
import { TextField } from '@/components/form/field'
import { PhoneInput } from '@/components/form/phone-input'
import { PinMap } from '@/components/map/pin-map'
import c from './contact-form.module.css'

const text = defineMessages({
  label: { id: 'contact_form.label', defaultMessage: 'Label As' },
  home: { id: 'contact_form.home', defaultMessage: 'Home' },
  office: { id: 'contact_form.office', defaultMessage: 'Office' },
  other: { id: 'contact_form.other', defaultMessage: 'Other' },
  labelName: { id: 'contact_form.label_name', defaultMessage: 'Label name (optional)' },
  address: { id: 'contact_form.address', defaultMessage: 'Address' },
  pick: { id: 'contact_form.pick', defaultMessage: 'Pick from map' },
  road: { id: 'contact_form.road', defaultMessage: 'Street number' },
  house: { id: 'contact_form.house', defaultMessage: 'House number' },
  floor: { id: 'contact_form.floor', defaultMessage: 'Floor' },
  additional: { id: 'contact_form.additional', defaultMessage: 'Additional information' },
  save: { id: 'contact_form.save', defaultMessage: 'Save' },
  add: { id: 'contact_form.add', defaultMessage: 'Add Address' },
  update: { id: 'contact_form.update', defaultMessage: 'Update Address' },
})

type Complaints = Record<string, string>

type Props = {
  /** The saved contact; Reset restores it. */
  contact: Contact
  /** What was typed before a reload or a visit to the map. */
  typed: Contact
  /** For take-away only a contact person is needed (ADDR-05). */
  takeAway?: boolean
  /** Whether there is a field for an optional e-mail. */
  withEmail?: boolean
  /** Whether an existing address is changed; else one is added. */
  isUpdate?: boolean
  /** Errors from the server that were there before, by field. */
  complaints?: Complaints
  busy?: boolean
  onTyping: (typed: Contact) => void
  /** `showErrors` shows what the server then says of the fields. */
  onSave: (contact: Contact, showErrors: (complaints: Complaints) => void) => void
  /** Opens the map. */
  onPick: () => void
}

/** A form for the address and the contact person; for take-away only for the person (ADDR-04, ADDR-05). */
export function ContactForm({
  contact,
  typed,
  takeAway = false,
  complaints,
  onTyping,
  onSave,
  onPick,
  ...rest
}: Props) {
  const { formatMessage: t } = useIntl()
  const { country } = useShop()
  const form = useForm<Contact>({
    initialValues: typed,
    initialErrors: complaints,
    validate: schemaResolver(contactInput(t, takeAway, country), { sync: true }),
    onValuesChange: onTyping,
  })
  const reset = () => {
    form.setValues(contact)
    form.clearErrors()
  }

  return (
    <form className={c.form} onSubmit={form.onSubmit((contact) => onSave(contact, form.setErrors))} noValidate>
      {!takeAway && <AddressFields form={form} onPick={onPick} />}
      <TextField
        label={t(personText.name)}
        autoComplete="name"
        maxLength={120}
        {...form.getInputProps('contact_person_name')}
      />
      <PhoneInput
        label={t(personText.phone)}
        {...form.getInputProps('contact_person_number')}
        value={form.values.contact_person_number}
      />
      {rest.withEmail && (
        <TextField
          label={t(personText.email)}
          type="email"
          autoComplete="email"
          maxLength={255}
          {...form.getInputProps('contact_person_email')}
        />
      )}
      {!takeAway && (
        <TextField label={t(text.additional)} maxLength={500} {...form.getInputProps('additional_information')} />
      )}
      <div className={c.buttons}>
        <Button variant="default" h={48} onClick={reset}>
          <FormattedMessage {...personText.reset} />
        </Button>
        <BusyButton type="submit" h={48} busy={rest.busy}>
          <FormattedMessage {...(takeAway ? text.save : rest.isUpdate ? text.update : text.add)} />
        </BusyButton>
      </div>
    </form>
  )
}

/** Where it is, and how the shopper calls it. */
function AddressFields({ form, onPick }: { form: UseFormReturnType<Contact>; onPick: () => void }) {
  const { formatMessage: t } = useIntl()
  const { values, errors } = form
  return (
    <>
      {values.point && <PinMap point={values.point} onMove={(point) => form.setFieldValue('point', point)} />}
      <div className={c.address}>
        <TextField
          label={t(text.address)}
          autoComplete="street-address"
          maxLength={500}
          {...form.getInputProps('address')}
          error={errors.address ?? errors.point}
        />
        <Button
          variant="default"
          h={48}
          leftSection={<IconMap size={20} aria-hidden />}
          aria-haspopup="dialog"
          onClick={onPick}
        >
          <FormattedMessage {...text.pick} />
        </Button>
      </div>
      <fieldset className={c.set}>
        <legend>
          <FormattedMessage {...text.label} />
        </legend>
        <ChoiceCards
          label={t(text.label)}
          name="address_type"
          compact
          value={addressTypes.find((type) => type === values.address_type)}
          onChange={(type) => form.setFieldValue('address_type', type)}
          choices={[
            { value: 'home', label: t(text.home), icon: <IconHome size={20} aria-hidden /> },
            { value: 'office', label: t(text.office), icon: <IconBriefcase size={20} aria-hidden /> },
            { value: 'other', label: t(text.other), icon: <IconMapPin size={20} aria-hidden /> },
          ]}
        />
      </fieldset>
      {values.address_type === 'other' && (
        <TextField label={t(text.labelName)} maxLength={60} {...form.getInputProps('address_label')} />
      )}
      <div className={c.three}>
        <TextField label={t(text.road)} maxLength={200} {...form.getInputProps('road')} />
        <TextField label={t(text.house)} maxLength={120} {...form.getInputProps('house')} />
        <TextField label={t(text.floor)} maxLength={120} {...form.getInputProps('floor')} />
      </div>
    </>
  )
}
