import { schemaResolver, useForm } from '@mantine/form'
import { FormattedMessage, useIntl } from 'react-intl'
import * as z from 'zod/mini'
import { BusyButton } from '@/components/form/busy-button'
import { PasswordField } from '@/components/form/password-field'
import { defineMessages, type Translate } from '@/lib/text/messages'
import { useShop } from '@/lib/scope/shop'
import { passwordsMatch } from '@/lib/account/validators'
import { formText, password } from './form-text'
import { useSend } from './use-send'
import c from './account.module.css'

const text = defineMessages({
  label: { id: 'new_password.label', defaultMessage: 'New password' },
  required: { id: 'new_password.required', defaultMessage: 'No password provided.' },
  confirmRequired: { id: 'new_password.confirm_required', defaultMessage: 'No Confirm Password provided.' },
  save: { id: 'new_password.save', defaultMessage: 'Save the password' },
})

const newPasswordInput = (t: Translate, minLength: number) =>
  z
    .object({
      password: password(t, t(text.required), minLength),
      confirm_password: z.string().check(z.minLength(1, t(text.confirmRequired))),
    })
    .check(passwordsMatch(t))

type Props = { onSubmit: (password: string, confirmation: string) => Promise<void> }

/** The form for a new password and its confirmation (AUTH-08). */
export function NewPasswordForm({ onSubmit }: Props) {
  const { formatMessage: t } = useIntl()
  const { least_password: minLength } = useShop()
  const form = useForm({
    initialValues: { password: '', confirm_password: '' },
    validate: schemaResolver(newPasswordInput(t, minLength), { sync: true }),
  })
  const { isBusy, send } = useSend(form)
  return (
    <form
      className={c.form}
      onSubmit={form.onSubmit(
        ({ password, confirm_password }) => void send(() => onSubmit(password, confirm_password)),
      )}
      noValidate
    >
      <PasswordField isNew label={t(text.label)} {...form.getInputProps('password')} />
      <PasswordField
        label={t(formText.confirm)}
        {...form.getInputProps('confirm_password')}
        autoComplete="new-password"
        placeholder=""
      />
      <BusyButton type="submit" busy={isBusy}>
        <FormattedMessage {...text.save} />
      </BusyButton>
    </form>
  )
}
