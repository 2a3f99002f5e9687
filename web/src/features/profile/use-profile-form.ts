import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import type { CustomerView } from '@/lib/api/types.gen'
import { common } from '@/lib/text/intl'
import { problems } from '@/lib/requests/problems'
import { useShop } from '@/lib/scope/shop'
import { toastProblem } from '@/lib/page/toast'
import { confirmationOf } from './confirm-field'
import { inputOf, profileInput, type ProfileInput } from './profile-input'
import { useUpdateProfile, type Changes } from './use-update-profile'

/** The state of the form for a profile: what is typed, the chosen photo, and sending both. */
export function useProfileForm(customer: CustomerView) {
  const { formatMessage: t } = useIntl()
  const shop = useShop()
  const [photo, setPhoto] = useState<Blob>()
  const form = useForm<ProfileInput>({
    initialValues: inputOf(customer),
    validate: schemaResolver(profileInput(t, shop, customer), { sync: true }),
  })
  const { values } = form
  useUntouched(form, customer)
  const { update, ...updating } = useUpdateProfile(({ image, password }, confirmation) => {
    // "Verify" sends a contact alone: a photo and a password that wait for "Update Profile" stay.
    if (image) setPhoto(undefined)
    if (password) form.setValues({ password: '', confirm_password: '' })
    if (password || form.getValues().password === '') form.setValues(confirmation)
  })

  const send = (changes: Changes) =>
    update(changes, {
      onError: (error) => {
        for (const { field, message } of problems(error, t(common.offline))) {
          if (field && field in values) form.setFieldError(field, message)
          else toastProblem(message)
        }
      },
    })
  return {
    ...updating,
    form,
    photo,
    setPhoto,
    save: form.onSubmit(({ password, confirm_password, current_password, confirm_otp, ...typed }) =>
      send({
        ...changedIn(typed, customer),
        ...(photo && { image: photo }),
        ...(password && { password, confirm_password }),
        ...confirmationOf({ current_password, confirm_otp }),
      }),
    ),
    /** Saves only a contact, so that a code is sent to it. */
    saveContact: (kind: 'phone' | 'email') => {
      if (!form.validateField(kind).hasError)
        send({ [kind]: values[kind], button_type: kind, ...confirmationOf(values) })
    },
    reset: () => {
      form.setValues(inputOf(customer))
      form.clearErrors()
      setPhoto(undefined)
    },
  }
}

const details = ['name', 'email', 'phone'] as const

/** Returns the fields that differ from the account: the others may have been saved in another tab meanwhile. */
const changedIn = (typed: Pick<ProfileInput, (typeof details)[number]>, customer: CustomerView): Changes => {
  const stored = inputOf(customer)
  return Object.fromEntries(details.filter((key) => typed[key] !== stored[key]).map((key) => [key, typed[key]]))
}

/** Takes what was saved elsewhere over into the fields in which nothing was typed. */
function useUntouched(form: UseFormReturnType<ProfileInput>, customer: CustomerView) {
  const before = useRef(customer)
  const takeOver = useEffectEvent(() => {
    const [old, now, typed] = [inputOf(before.current), inputOf(customer), form.getValues()]
    before.current = customer
    for (const key of details) if (typed[key] === old[key] && now[key] !== old[key]) form.setFieldValue(key, now[key])
  })
  useEffect(() => takeOver(), [customer])
}

export type ProfileFormState = ReturnType<typeof useProfileForm>
