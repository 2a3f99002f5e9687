import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import * as z from 'zod/mini'
import { BusyButton } from '@/components/form/busy-button'
import { TextField } from '@/components/form/field'
import { PhoneInput } from '@/components/form/phone-input'
import { defineMessages, type Translate } from '@/lib/text/messages'
import { useShop } from '@/lib/scope/shop'
import { email, formText, phone } from './form-text'
import type { Identifier } from './identifier'
import type { Method } from './use-recovery'
import { useSend } from './use-send'
import c from './account.module.css'

const text = defineMessages({
  phoneRequired: { id: 'recover.phone_required', defaultMessage: 'Please provide a phone number' },
  phoneWrong: { id: 'recover.phone_wrong', defaultMessage: 'Phone number must be exactly 10 digits' },
  emailRequired: { id: 'recover.email_required', defaultMessage: 'Please provide an email address' },
  emailWrong: { id: 'recover.email_wrong', defaultMessage: 'Please enter a valid email address' },
  send: { id: 'recover.send', defaultMessage: 'Send code' },
  byPhone: { id: 'recover.by_phone', defaultMessage: 'Use my phone instead' },
  byEmail: { id: 'recover.by_email', defaultMessage: 'Use my email instead' },
})

const recoverInput = (t: Translate, method: Method, country: string) =>
  z.object({
    phone: method === 'phone' ? phone(t(text.phoneRequired), t(text.phoneWrong), country) : z.string(),
    email: method === 'email' ? email(t(text.emailRequired), t(text.emailWrong)) : z.string(),
  })

type Props = { methods: Method[]; typed?: Identifier; onSubmit: (who: Identifier) => Promise<unknown> }

/** Asks for the phone or e-mail of the account whose password is forgotten (AUTH-08). */
export function RecoverForm({ methods, typed, onSubmit }: Props) {
  const { formatMessage: t } = useIntl()
  const { country } = useShop()
  const [method, setMethod] = useState<Method>(typed?.type ?? methods[0] ?? 'email')
  const form = useForm({
    initialValues: { phone: '', email: '', ...(typed && { [typed.type]: typed.value }) },
    validate: schemaResolver(recoverInput(t, method, country), { sync: true }),
  })
  const { isBusy, send } = useSend(form)
  const other = methods.find((each) => each !== method)
  return (
    <form
      className={c.form}
      onSubmit={form.onSubmit((values) => void send(() => onSubmit({ type: method, value: values[method].trim() })))}
      noValidate
    >
      {method === 'phone' ? (
        <PhoneInput label={t(formText.phone)} {...form.getInputProps('phone')} />
      ) : (
        <TextField
          label={t(formText.email)}
          type="email"
          autoComplete="email"
          maxLength={255}
          {...form.getInputProps('email')}
        />
      )}
      <BusyButton type="submit" busy={isBusy}>
        <FormattedMessage {...text.send} />
      </BusyButton>
      {other && (
        <Button
          variant="default"
          onClick={() => {
            form.clearErrors()
            setMethod(other)
          }}
        >
          <FormattedMessage {...(other === 'phone' ? text.byPhone : text.byEmail)} />
        </Button>
      )}
    </form>
  )
}
