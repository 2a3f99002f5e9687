import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import * as z from 'zod/mini'
import { BusyButton } from '@/components/form/busy-button'
import { CheckField, TextField } from '@/components/form/field'
import { AppLink } from '@/components/app-link'
import { PasswordField } from '@/components/form/password-field'
import type { ErrorEntry } from '@/lib/api/types.gen'
import { inputText, required } from '@/lib/account/validators'
import { defineMessages, type Translate } from '@/lib/text/messages'
import { isRefusal } from '@/lib/requests/problems'
import { useShop } from '@/lib/scope/shop'
import { DemoAccounts } from './demo-accounts'
import { formText, password } from './form-text'
import { identifierKind, type Identifier } from './identifier'
import { rememberIdentifier, rememberedIdentifier } from './remembered'
import { useSend } from './use-send'
import c from './account.module.css'

const text = defineMessages({
  identifier: { id: 'sign_in.identifier', defaultMessage: 'Email or phone number' },
  identifierRequired: {
    id: 'sign_in.identifier_required',
    defaultMessage: 'Email or phone number is required',
  },
  identifierWrong: { id: 'sign_in.identifier_wrong', defaultMessage: 'Must be a valid email or phone number' },
  remember: { id: 'sign_in.remember', defaultMessage: 'Remember me' },
  forgot: { id: 'sign_in.forgot', defaultMessage: 'Forgot password?' },
  signIn: { id: 'sign_in.button', defaultMessage: 'Sign In' },
})

const manualInput = (t: Translate, country: string) =>
  z.object({
    email_or_phone: required(t(text.identifierRequired)).check(
      z.refine((typed) => typed === '' || identifierKind(typed, country) !== undefined, t(text.identifierWrong)),
    ),
    password: password(t, t(inputText.passwordRequired)),
  })

/** Wrong credentials concern both fields. Their error is shown at the password. */
function withErrorAtPassword(error: unknown) {
  if (!isRefusal(error)) return error
  const withField = (each: ErrorEntry) => (each.code === 'wrong_credentials' ? { ...each, field: 'password' } : each)
  return { ...error, errors: error.errors.map(withField) }
}

type Props = {
  onSubmit: (identifier: Identifier, password: string) => Promise<void>
  /** Called before another page opens. */
  onLeave: () => void
}

/** The form for signing in with e-mail or phone and a password (AUTH-02). */
export function ManualForm({ onSubmit, onLeave }: Props) {
  const { formatMessage: t } = useIntl()
  const { country } = useShop()
  const [isRemembered, setRemembered] = useState(() => rememberedIdentifier() !== '')
  const form = useForm({
    initialValues: { email_or_phone: rememberedIdentifier(), password: '' },
    validate: schemaResolver(manualInput(t, country), { sync: true }),
  })
  const { isBusy, send } = useSend(form)
  const submit = form.onSubmit((values) => {
    const identifier = identifierKind(values.email_or_phone, country)
    if (!identifier) return
    void send(async () => {
      await onSubmit(identifier, values.password).catch((error: unknown) => {
        throw withErrorAtPassword(error)
      })
      rememberIdentifier(isRemembered ? values.email_or_phone.trim() : null)
    })
  })
  return (
    <>
      <form className={c.form} onSubmit={submit} noValidate>
        <TextField
          label={t(text.identifier)}
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          data-autofocus
          {...form.getInputProps('email_or_phone')}
        />
        <PasswordField label={t(formText.password)} {...form.getInputProps('password')} />
        <div className={c.between}>
          <CheckField
            label={t(text.remember)}
            checked={isRemembered}
            onChange={({ currentTarget }) => setRemembered(currentTarget.checked)}
          />
          <AppLink href="/forgot-password" className={c.link} onClick={onLeave}>
            <FormattedMessage {...text.forgot} />
          </AppLink>
        </div>
        <BusyButton type="submit" busy={isBusy}>
          <FormattedMessage {...text.signIn} />
        </BusyButton>
      </form>
      <DemoAccounts onPick={({ email, password }) => form.setValues({ email_or_phone: email, password })} />
    </>
  )
}
