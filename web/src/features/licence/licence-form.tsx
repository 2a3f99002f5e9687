import { IconAlertCircle } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { CheckField, TextField } from '@/components/form/field'
import images from '@/components/upload/image-field.module.css'
import { useUploading } from '@/components/upload/use-image-upload'
import type { LicenceView } from '@/lib/api/types.gen'
import { problems } from '@/lib/requests/problems'
import { common } from '@/lib/text/intl'
import { defineMessages, type Translate } from '@/lib/text/messages'
import { useLicenceDraft, type KeptDraft, type LicenceDraft } from './licence-draft'
import { useGiveLicence } from './licence-queries'
import { SidePhoto } from './side-photo'
import c from './licence.module.css'

const text = defineMessages({
  why: {
    id: 'licence_form.why',
    defaultMessage:
      'Only the providers that you rent from see it, and the shop’s own staff, from the booking to the return. They check it before they hand the vehicle over.',
  },
  again: {
    id: 'licence_form.again',
    defaultMessage: 'After a change, every provider checks it again.',
  },
  name: { id: 'licence_form.name', defaultMessage: 'Name, as printed' },
  number: { id: 'licence_form.number', defaultMessage: 'Licence number' },
  expires: { id: 'licence_form.expires', defaultMessage: 'Valid until' },
  forEver: { id: 'licence_form.for_ever', defaultMessage: 'It has no expiry date' },
  front: { id: 'licence_form.front', defaultMessage: 'Photo of the front' },
  back: { id: 'licence_form.back', defaultMessage: 'Photo of the back' },
  save: { id: 'licence_form.save', defaultMessage: 'Save driver’s licence' },
  noName: { id: 'licence_form.no_name', defaultMessage: 'Please enter the name as it is printed on the licence.' },
  noNumber: {
    id: 'licence_form.no_number',
    defaultMessage: 'Please enter the number as it is printed on the licence.',
  },
  noDay: { id: 'licence_form.no_day', defaultMessage: 'Please enter the day on which the licence expires.' },
  noFront: { id: 'licence_form.no_front', defaultMessage: 'Please add a photo of the front.' },
  noBack: { id: 'licence_form.no_back', defaultMessage: 'Please add a photo of the back.' },
})

type Props = {
  /** The licence that the shopper has seen; undefined: none. */
  licence?: LicenceView
  /** Where the draft is kept, if it outlives the form. */
  kept?: KeptDraft
  onSaved: () => void
}

type Errors = Partial<Record<keyof LicenceDraft, string>>

const maxNumberLength = 30
const maxNameLength = 120

/** Asks for the driver's licence of the shopper (RNT-11). */
export function LicenceForm(props: Props) {
  const { formatMessage: t } = useIntl()
  const { draft, change, errors, problem, isBusy, onUpload, save } = useLicenceForm(props)
  const typed = (field: 'name' | 'number' | 'expires_on') => ({
    label: t(field === 'expires_on' ? text.expires : text[field]),
    value: draft[field],
    error: errors[field],
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ [field]: event.currentTarget.value }),
  })
  return (
    <form className={c.form} onSubmit={save} noValidate>
      <p className={c.quiet}>
        <FormattedMessage {...text.why} /> {props.licence && <FormattedMessage {...text.again} />}
      </p>
      <TextField {...typed('name')} maxLength={maxNameLength} autoComplete="name" />
      <TextField {...typed('number')} maxLength={maxNumberLength} autoComplete="off" dir="ltr" />
      {!draft.isForEver && <TextField {...typed('expires_on')} type="date" />}
      <CheckField
        label={t(text.forEver)}
        checked={draft.isForEver}
        onChange={(event) => change({ isForEver: event.currentTarget.checked })}
      />
      <SidePhoto
        label={text.front}
        image={draft.front}
        error={errors.front}
        onChange={(image) => change({ front: image })}
        onBusy={onUpload}
      />
      <SidePhoto
        label={text.back}
        image={draft.back}
        error={errors.back}
        onChange={(image) => change({ back: image })}
        onBusy={onUpload}
      />
      {problem && (
        <p className={images.problem} role="alert">
          <IconAlertCircle size={20} aria-hidden />
          <bdi>{problem}</bdi>
        </p>
      )}
      <BusyButton type="submit" size="md" busy={isBusy}>
        <FormattedMessage {...text.save} />
      </BusyButton>
    </form>
  )
}

/** The state of the form: what is filled in, what is wrong with it, and sending it. */
function useLicenceForm({ licence, kept, onSaved }: Props) {
  const { formatMessage: t } = useIntl()
  const give = useGiveLicence()
  const own = useLicenceDraft(licence)
  const [draft, setDraft] = kept ?? own
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string>()
  const { isUploading, onBusy: onUpload } = useUploading()
  const isBusy = give.isPending || isUploading

  const change = (part: Partial<LicenceDraft>) => {
    setDraft(part)
    setErrors((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])) }))
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const missing = missingIn(draft, t)
    setErrors(missing)
    setProblem(undefined)
    if (Object.keys(missing).length > 0 || isBusy) return
    const { isForEver, ...body } = draft
    const expires_on = isForEver ? undefined : body.expires_on
    give.mutate(
      { ...body, expires_on, replaces: licence?.id },
      {
        onSuccess: onSaved,
        onError: (error) => {
          const found = problems(error, t(common.offline))
          setErrors(Object.fromEntries(found.map(({ field = '', message }) => [field, message])))
          setProblem(found.find(({ field }) => !field || !(field in body))?.message)
        },
      },
    )
  }
  return { draft, change, errors, problem, isBusy, onUpload, save }
}

const missingIn = (draft: LicenceDraft, t: Translate): Errors => ({
  ...(draft.name.trim() === '' && { name: t(text.noName) }),
  ...(draft.number.trim() === '' && { number: t(text.noNumber) }),
  ...(draft.expires_on === '' && !draft.isForEver && { expires_on: t(text.noDay) }),
  ...(draft.front === '' && { front: t(text.noFront) }),
  ...(draft.back === '' && { back: t(text.noBack) }),
})
