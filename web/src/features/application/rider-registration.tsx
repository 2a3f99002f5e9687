import { useIntl } from 'react-intl'
import { SelectField, TextField } from '@/components/form/field'
import { useShop } from '@/lib/scope/shop'
import { defineMessages, type Message } from '@/lib/text/messages'
import type { Choices } from './application-queries'
import { FileField } from './file-field'
import { imagesOf } from './inputs'
import { PersonFields, useFields } from './person-fields'
import { Summary } from './summary'
import { useWizard, type Step, type Wizard as State } from './use-wizard'
import { Wizard } from './wizard'
import { ZoneSelect, ZonesMap } from './zone-field'

const text = defineMessages({
  title: { id: 'rider_registration.title', defaultMessage: 'Ride with us' },
  intro: {
    id: 'rider_registration.intro',
    defaultMessage: 'Bring orders to people in your zone. Tell us who you are; we look at it and write to you.',
  },
  person: { id: 'rider_registration.person', defaultMessage: 'About you' },
  work: { id: 'rider_registration.work', defaultMessage: 'Zone and vehicle' },
  papers: { id: 'rider_registration.papers', defaultMessage: 'Documents' },
  check: { id: 'rider_registration.check', defaultMessage: 'Check and send' },
  vehicle: { id: 'rider_registration.vehicle', defaultMessage: 'Vehicle' },
  vehicleHint: {
    id: 'rider_registration.vehicle_hint',
    defaultMessage: 'In a few words, such as blue scooter. Customers see it while you bring their order.',
  },
  zone: { id: 'rider_registration.zone', defaultMessage: 'Zone' },
  type: { id: 'rider_registration.identity_type', defaultMessage: 'Type of document' },
  choose: { id: 'rider_registration.choose', defaultMessage: 'Please choose' },
  passport: { id: 'rider_registration.passport', defaultMessage: 'Passport' },
  national_id: { id: 'rider_registration.national_id', defaultMessage: 'National identity card' },
  driving_license: { id: 'rider_registration.driving_license', defaultMessage: 'Driver’s licence' },
  number: { id: 'rider_registration.identity_number', defaultMessage: 'Its number' },
  photo: { id: 'rider_registration.photo', defaultMessage: 'Photo of you' },
  front: { id: 'rider_registration.front', defaultMessage: 'Photo of the document' },
  back: { id: 'rider_registration.back', defaultMessage: 'Its other side (optional)' },
  hint: { id: 'rider_registration.hint', defaultMessage: 'Only our staff see it.' },
  images: { id: 'rider_registration.images', defaultMessage: 'Pictures' },
  name: { id: 'rider_registration.name', defaultMessage: 'Name' },
  phone: { id: 'rider_registration.phone', defaultMessage: 'Phone' },
  email: { id: 'rider_registration.email', defaultMessage: 'Email' },
})

const steps: Step[] = [
  { key: 'person', title: text.person, fields: ['name', 'phone', 'email', 'password', 'confirm_password'] },
  { key: 'work', title: text.work, fields: ['zone_id', 'vehicle'] },
  { key: 'papers', title: text.papers, fields: ['identity_type', 'identity_number', ...imagesOf.rider] },
  { key: 'check', title: text.check, fields: [] },
]

const papers = ['passport', 'national_id', 'driving_license'] as const

/** The application of a rider (REG-01). */
export function RiderRegistration({ choices, onSent }: { choices: Choices; onSent: (token: string) => void }) {
  const { formatMessage: t, locale } = useIntl()
  const { country } = useShop()
  const form = useWizard({
    kind: 'rider',
    steps,
    initial: {},
    facts: {
      t,
      locale,
      kind: 'rider',
      country,
      zones: choices.zones,
      minPasswordLength: choices.least_password,
      hasPlans: false,
    },
    onSent,
  })
  const parts: Partial<Record<string, typeof Work>> = { person: PersonFields, work: Work, papers: Papers }
  const Part = parts[form.steps[form.step]?.key ?? ''] ?? ReviewStep
  return (
    <Wizard title={text.title} intro={text.intro} form={form}>
      <Part form={form} choices={choices} />
    </Wizard>
  )
}

type PartProps = { form: State; choices: Choices }

function Work({ form, choices }: PartProps) {
  const { formatMessage: t } = useIntl()
  const props = useFields(form)
  return (
    <>
      <ZoneSelect form={form} zones={choices.zones} onPick={(zone_id) => form.change({ zone_id })} />
      <ZonesMap zones={choices.zones} chosen={form.values.zone_id} />
      <TextField {...props('vehicle', text.vehicle)} description={t(text.vehicleHint)} maxLength={60} />
    </>
  )
}

function Papers({ form }: PartProps) {
  const { formatMessage: t } = useIntl()
  const props = useFields(form)
  const labels = { photo: text.photo, identity_1: text.front, identity_2: text.back }
  return (
    <>
      <SelectField
        {...props('identity_type', text.type)}
        data={[{ value: '', label: t(text.choose) }, ...papers.map((value) => ({ value, label: t(text[value]) }))]}
      />
      <TextField {...props('identity_number', text.number)} autoComplete="off" maxLength={40} />
      {imagesOf.rider.map((field) => (
        <FileField
          key={field}
          name={field}
          label={t(labels[field])}
          hint={t(text.hint)}
          file={form.files[field]}
          error={form.errors[field]}
          onChange={(file) => form.choose(field, file)}
        />
      ))}
    </>
  )
}

function ReviewStep({ form, choices }: PartProps) {
  const { formatMessage: t, formatList } = useIntl()
  const { values, files } = form
  const fact = (name: Message, value: string | undefined) => ({ name, value })
  const paper = papers.find((each) => each === values.identity_type)
  return (
    <Summary
      form={form}
      facts={{
        person: [fact(text.name, values.name), fact(text.phone, values.phone), fact(text.email, values.email)],
        work: [
          fact(text.zone, choices.zones.find(({ id }) => String(id) === values.zone_id)?.name),
          fact(text.vehicle, values.vehicle),
        ],
        papers: [
          fact(text.type, paper && t(text[paper])),
          fact(text.number, values.identity_number),
          fact(
            text.images,
            formatList(
              imagesOf.rider.flatMap((field) => files[field]?.name ?? []),
              { type: 'unit', style: 'short' },
            ),
          ),
        ],
      }}
    />
  )
}
