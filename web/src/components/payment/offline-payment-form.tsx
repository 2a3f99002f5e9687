import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { OfflineMethodView, OfflinePaymentView, SendOfflinePaymentInputBody } from '@/lib/api/types.gen'
import { toast, toastProblem } from '@/lib/page/toast'
import { problems } from '@/lib/requests/problems'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { BusyButton } from '@/components/form/busy-button'
import { TextField } from '@/components/form/field'
import { ImageField } from '@/components/upload/image-field'
import c from './offline-payment.module.css'
import { OptionGroup } from '@/components/form/option-group'
import { OptionRow } from '@/components/form/option-row'
import { useUploading } from '@/components/upload/use-image-upload'

const text = defineMessages({
  how: { id: 'payment.how', defaultMessage: 'How do you pay?' },
  where: { id: 'payment.where', defaultMessage: 'Where to pay' },
  required: { id: 'payment.required', defaultMessage: '{label} is required' },
  photos: { id: 'payment.photos', defaultMessage: 'Photos of the payment' },
  photosOptional: { id: 'payment.photos_optional', defaultMessage: 'Photos of the payment (optional)' },
  photoMissing: { id: 'payment.photo_missing', defaultMessage: 'Please upload an image of the payment.' },
  optional: { id: 'payment.optional', defaultMessage: '{label} (optional)' },
  send: { id: 'payment.send', defaultMessage: 'I have paid' },
  // The specification prescribes this text (CHK-03).
  done: { id: 'payment.done', defaultMessage: 'Payment info updated.' },
})

/** Sends what the shopper says about a payment. */
export type SendPayment = {
  isBusy: boolean
  send: (payment: Omit<SendOfflinePaymentInputBody, 'token'>) => Promise<unknown>
}

type Props = {
  methods: readonly OfflineMethodView[]
  payment: OfflinePaymentView
  send: SendPayment
  onSent: () => void
}

/** Says where to pay, and asks what is needed to find the payment (CHK-03). */
export function OfflinePaymentForm({ methods, payment, send: sending, onSent }: Props) {
  const { formatMessage: t } = useIntl()
  const [methodId, setMethodId] = useState(payment.method)
  const method = methods.find(({ id }) => id === methodId) ?? methods[0]
  const [values, setValues] = useState(() => Object.fromEntries(payment.fields.map(({ id, value }) => [id, value])))
  const [images, setImages] = useState<string[]>(payment.images)
  const [complaints, setComplaints] = useState<Record<string, string>>({})
  const { isUploading, onBusy } = useUploading()
  if (!method) return null

  const showErrors = (error: unknown) => {
    const found = problems(error, t(common.offline))
    setComplaints(Object.fromEntries(found.flatMap((one) => (one.field ? [[one.field, one.message]] : []))))
    for (const { field, message } of found) if (!isShown(field, method)) toastProblem(message)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const missing = missingOf(method, values, images, (label) => t(text.required, { label }), t(text.photoMissing))
    setComplaints(missing)
    if (Object.keys(missing).length > 0) return
    const fields = Object.fromEntries(method.fields.map(({ id }) => [id, values[id]?.trim() ?? '']))
    sending
      .send({ method: method.id, fields, images: proofOf(method, images) })
      .then(() => {
        toast(t(text.done))
        onSent()
      })
      .catch(showErrors)
  }
  return (
    <form className={c.form} onSubmit={send} noValidate>
      {methods.length > 1 && (
        <MethodChoice methods={methods} value={method.id} problem={complaints.method} onChange={setMethodId} />
      )}
      <WhereToPay instructions={method.instructions} />
      {method.fields.map((field) => (
        <PaymentField
          key={field.id}
          field={field}
          value={values[field.id] ?? ''}
          error={complaints[`fields.${field.id}`]}
          onChange={(value) => setValues({ ...values, [field.id]: value })}
        />
      ))}
      {method.proof !== 'none' && (
        <OptionGroup
          title={t(method.proof === 'required' ? text.photos : text.photosOptional)}
          problem={complaints.images}
        >
          <ImageField purpose="proof" images={images} onChange={setImages} onBusy={onBusy} />
        </OptionGroup>
      )}
      <BusyButton type="submit" size="md" fullWidth busy={sending.isBusy || isUploading}>
        <FormattedMessage {...text.send} />
      </BusyButton>
    </form>
  )
}

type MethodProps = {
  methods: readonly OfflineMethodView[]
  value: string
  problem: string | undefined
  onChange: (id: string) => void
}

function MethodChoice({ methods, value, problem, onChange }: MethodProps) {
  const { formatMessage: t } = useIntl()
  return (
    <OptionGroup title={t(text.how)} problem={problem}>
      {methods.map(({ id, name }) => (
        <OptionRow
          key={id}
          type="radio"
          name="offline-method"
          label={<bdi>{name}</bdi>}
          checked={id === value}
          onChange={() => onChange(id)}
        />
      ))}
    </OptionGroup>
  )
}

const WhereToPay = ({ instructions }: Pick<OfflineMethodView, 'instructions'>) => (
  <div className={c.where}>
    <h3 className={c.label}>
      <FormattedMessage {...text.where} />
    </h3>
    <p className={c.instructions}>
      <bdi>{instructions}</bdi>
    </p>
  </div>
)

type FieldProps = {
  field: OfflineMethodView['fields'][number]
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A field of the method, which the shop has named. */
function PaymentField({ field: { label, required }, value, error, onChange }: FieldProps) {
  const { formatMessage: t } = useIntl()
  return (
    <TextField
      label={required ? <bdi>{label}</bdi> : t(text.optional, { label: <bdi key="label">{label}</bdi> })}
      required={required}
      withAsterisk={false}
      maxLength={200}
      dir="auto"
      autoComplete="off"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const proofOf = ({ proof }: OfflineMethodView, images: string[]) => (proof === 'none' ? [] : images)

/** Whether the form shows the problem of a field itself. */
const isShown = (field: string | undefined, { fields, proof }: OfflineMethodView) =>
  fields.some(({ id }) => field === `fields.${id}`) || (field === 'images' && proof !== 'none')

/** What is missing, by the field of the request. */
function missingOf(
  { fields, proof }: OfflineMethodView,
  values: Record<string, string>,
  images: readonly string[],
  required: (label: string) => string,
  photo: string,
) {
  const missing: Record<string, string> = {}
  for (const field of fields)
    if (field.required && !values[field.id]?.trim()) missing[`fields.${field.id}`] = required(field.label)
  if (proof === 'required' && images.length === 0) missing.images = photo
  return missing
}
