import { FormattedMessage, useIntl } from 'react-intl'
import { SelectField, TextAreaField, TextField } from '@/components/form/field'
import { OptionGroup } from '@/components/form/option-group'
import { OptionRow } from '@/components/form/option-row'
import { useMoney, useShop } from '@/lib/scope/shop'
import { defineMessages, type Message } from '@/lib/text/messages'
import type { Choices } from './application-queries'
import { FileField } from './file-field'
import { imagesOf, numberIn, optionalImages } from './inputs'
import { PersonFields, PhoneField, useFields } from './person-fields'
import { Summary } from './summary'
import { useWizard, type Step, type Wizard as State } from './use-wizard'
import { Wizard } from './wizard'
import { ZoneField } from './zone-field'
import c from './application.module.css'

const text = defineMessages({
  title: { id: 'store_registration.title', defaultMessage: 'Sell with us' },
  intro: {
    id: 'store_registration.intro',
    defaultMessage:
      'Tell us about your store. We look at it and write to you. Once you are accepted, we add what you sell from your list.',
  },
  business: { id: 'store_registration.business', defaultMessage: 'Store' },
  place: { id: 'store_registration.place', defaultMessage: 'Place' },
  pictures: { id: 'store_registration.pictures', defaultMessage: 'Pictures' },
  plan: { id: 'store_registration.plan', defaultMessage: 'Plan' },
  owner: { id: 'store_registration.owner', defaultMessage: 'Owner' },
  check: { id: 'store_registration.check', defaultMessage: 'Check and send' },
  storeName: { id: 'store_registration.store_name', defaultMessage: 'Store name' },
  module: { id: 'store_registration.module', defaultMessage: 'What do you sell?' },
  choose: { id: 'store_registration.choose', defaultMessage: 'Please choose' },
  storePhone: { id: 'store_registration.store_phone', defaultMessage: 'Phone of the store' },
  storeEmail: { id: 'store_registration.store_email', defaultMessage: 'Email of the store (optional)' },
  storeEmailName: { id: 'store_registration.store_email_name', defaultMessage: 'Email of the store' },
  descriptionName: { id: 'store_registration.description_name', defaultMessage: 'Description' },
  description: { id: 'store_registration.description', defaultMessage: 'Description (optional)' },
  minimum: { id: 'store_registration.minimum', defaultMessage: 'Minimum order, {symbol}' },
  minimumName: { id: 'store_registration.minimum_name', defaultMessage: 'Minimum order' },
  tax: { id: 'store_registration.tax', defaultMessage: 'Tax on what you sell, %' },
  fastest: { id: 'store_registration.fastest', defaultMessage: 'Shortest delivery time, minutes' },
  times: { id: 'store_registration.times', defaultMessage: 'Delivery time, minutes' },
  longest: { id: 'store_registration.longest', defaultMessage: 'Longest delivery time, minutes' },
  address: { id: 'store_registration.address', defaultMessage: 'Address' },
  logo: { id: 'store_registration.logo', defaultMessage: 'Logo' },
  logoHint: { id: 'store_registration.logo_hint', defaultMessage: 'Square, for your card and your page.' },
  cover: { id: 'store_registration.cover', defaultMessage: 'Cover' },
  coverHint: {
    id: 'store_registration.cover_hint',
    defaultMessage: 'Wide, such as your shop window or your best dish.',
  },
  document: { id: 'store_registration.document', defaultMessage: 'Document {number}' },
  documentOptional: { id: 'store_registration.document_optional', defaultMessage: 'Document {number} (optional)' },
  documentHint: {
    id: 'store_registration.document_hint',
    defaultMessage: 'Such as your trade licence. Only our staff see it.',
  },
  noReviews: { id: 'store_registration.no_reviews', defaultMessage: 'Without reviews of customers' },
  reviews: { id: 'store_registration.reviews', defaultMessage: 'With reviews of customers' },
  documents: { id: 'store_registration.documents', defaultMessage: 'Documents' },
  zone: { id: 'store_registration.zone', defaultMessage: 'Zone' },
  name: { id: 'store_registration.name', defaultMessage: 'Name' },
  phone: { id: 'store_registration.phone', defaultMessage: 'Phone' },
  email: { id: 'store_registration.email', defaultMessage: 'Email' },
})

const steps = ({ plans }: Choices): Step[] =>
  [
    {
      key: 'business',
      title: text.business,
      fields: [
        'store_name',
        'module_id',
        'store_phone',
        'store_email',
        'description',
        'minimum_order',
        'tax',
        'delivery_time_min',
        'delivery_time_max',
      ],
    },
    { key: 'place', title: text.place, fields: ['zone_id', 'latitude', 'longitude', 'address'] },
    { key: 'pictures', title: text.pictures, fields: imagesOf.store },
    { key: 'plan', title: text.plan, fields: ['plan'] },
    { key: 'owner', title: text.owner, fields: ['name', 'phone', 'email', 'password', 'confirm_password'] },
    { key: 'check', title: text.check, fields: [] },
  ].filter(({ key }) => key !== 'plan' || plans.length > 0)

const storeModules = ['food', 'grocery', 'pharmacy', 'ecommerce']

/** The application of a store (REG-01). */
export function StoreRegistration({ choices, onSent }: { choices: Choices; onSent: (token: string) => void }) {
  const { formatMessage: t, locale } = useIntl()
  const { country } = useShop()
  const form = useWizard({
    kind: 'store',
    steps: steps(choices),
    initial: { minimum_order: '0', tax: '0', delivery_time_min: '20', delivery_time_max: '40' },
    facts: {
      t,
      locale,
      kind: 'store',
      country,
      zones: choices.zones,
      minPasswordLength: choices.least_password,
      hasPlans: choices.plans.length > 0,
    },
    onSent,
  })
  const parts: Partial<Record<string, typeof Business>> = {
    business: Business,
    place: Place,
    pictures: Pictures,
    plan: Plan,
    owner: PersonFields,
    check: ReviewStep,
  }
  const Part = parts[form.steps[form.step]?.key ?? ''] ?? ReviewStep
  return (
    <Wizard title={text.title} intro={text.intro} form={form}>
      <Part form={form} choices={choices} />
    </Wizard>
  )
}

type PartProps = { form: State; choices: Choices }

function Business({ form }: PartProps) {
  const { formatMessage: t } = useIntl()
  const { module: modules, currency_symbol: symbol } = useShop()
  const props = useFields(form)
  return (
    <>
      <TextField {...props('store_name', text.storeName)} autoComplete="organization" maxLength={120} />
      <SelectField
        {...props('module_id', text.module)}
        data={[
          { value: '', label: t(text.choose) },
          ...modules
            .filter(({ module_type }) => storeModules.includes(module_type))
            .map(({ id, module_name }) => ({ value: String(id), label: module_name })),
        ]}
      />
      <div className={c.pair}>
        <PhoneField form={form} field="store_phone" label={text.storePhone} />
        <TextField {...props('store_email', text.storeEmail)} type="email" maxLength={255} />
      </div>
      <TextAreaField {...props('description', text.description)} maxLength={1000} />
      <div className={c.pair}>
        <TextField
          {...props('minimum_order', text.minimum)}
          label={t(text.minimum, { symbol })}
          inputMode="decimal"
          maxLength={12}
        />
        <TextField {...props('tax', text.tax)} inputMode="decimal" maxLength={6} />
      </div>
      <div className={c.pair}>
        <TextField {...props('delivery_time_min', text.fastest)} inputMode="numeric" maxLength={4} />
        <TextField {...props('delivery_time_max', text.longest)} inputMode="numeric" maxLength={4} />
      </div>
    </>
  )
}

function Place({ form, choices }: PartProps) {
  const { module: modules } = useShop()
  const props = useFields(form)
  const sells = modules.find(({ id }) => String(id) === form.values.module_id)
  const zones = choices.zones.filter(({ id }) => !sells || sells.zones.some((zone) => zone.id === id))
  return (
    <>
      <ZoneField form={form} zones={zones} />
      <TextField {...props('address', text.address)} autoComplete="street-address" maxLength={300} />
    </>
  )
}

function Pictures({ form }: PartProps) {
  const { formatMessage: t } = useIntl()
  const labels: Record<string, [string, string]> = {
    logo: [t(text.logo), t(text.logoHint)],
    cover: [t(text.cover), t(text.coverHint)],
  }
  const labelOf = (field: string): [string, string] => {
    const number = field.slice(-1)
    const message = optionalImages.includes(field) ? text.documentOptional : text.document
    return labels[field] ?? [t(message, { number }), t(text.documentHint)]
  }
  return (
    <>
      {imagesOf.store.map((field) => (
        <FileField
          key={field}
          name={field}
          label={labelOf(field)[0]}
          hint={labelOf(field)[1]}
          file={form.files[field]}
          error={form.errors[field]}
          onChange={(file) => form.choose(field, file)}
        />
      ))}
    </>
  )
}

function Plan({ form, choices }: PartProps) {
  const { formatMessage: t } = useIntl()
  return (
    <OptionGroup title={t(text.plan)} problem={form.errors.plan}>
      {choices.plans.map(({ id, name, description, price, reviews }) => (
        <OptionRow
          key={id}
          type="radio"
          name="plan"
          label={<bdi>{name}</bdi>}
          detail={
            <>
              <bdi>{price}</bdi>
              <br />
              <bdi>{description}</bdi>
              <br />
              <FormattedMessage {...(reviews ? text.reviews : text.noReviews)} />
            </>
          }
          checked={form.values.plan === id}
          onChange={(checked) => form.change({ plan: checked ? id : '' })}
        />
      ))}
    </OptionGroup>
  )
}

function ReviewStep({ form, choices }: PartProps) {
  const { formatList, formatNumber, locale } = useIntl()
  const { module: modules } = useShop()
  const money = useMoney()
  const { values, files } = form
  /** The number as it will be understood. */
  const understood = (typed = '', format: (value: number) => string) => {
    const value = numberIn(typed, locale)
    return Number.isNaN(value) ? typed : format(value)
  }
  const fact = (name: Message, value: string | undefined) => ({ name, value })
  const times = `${values.delivery_time_min}–${values.delivery_time_max}`
  const plan = choices.plans.find(({ id }) => id === values.plan)
  const documents = imagesOf.store.slice(2).flatMap((field) => files[field]?.name ?? [])
  return (
    <Summary
      form={form}
      facts={{
        business: [
          fact(text.storeName, values.store_name),
          fact(text.module, modules.find(({ id }) => String(id) === values.module_id)?.module_name),
          fact(text.storePhone, values.store_phone),
          fact(text.storeEmailName, values.store_email),
          fact(text.descriptionName, values.description),
          fact(text.minimumName, understood(values.minimum_order, money)),
          fact(
            text.tax,
            understood(values.tax, (value) => formatNumber(value)),
          ),
          fact(text.times, times),
        ],
        place: [
          fact(text.zone, choices.zones.find(({ id }) => String(id) === values.zone_id)?.name),
          fact(text.address, values.address),
        ],
        pictures: [
          fact(text.logo, files.logo?.name),
          fact(text.cover, files.cover?.name),
          fact(text.documents, formatList(documents, { type: 'unit', style: 'short' })),
        ],
        ...(plan && { plan: [fact(text.plan, `${plan.name}: ${plan.price}`)] }),
        owner: [fact(text.name, values.name), fact(text.phone, values.phone), fact(text.email, values.email)],
      }}
    />
  )
}
