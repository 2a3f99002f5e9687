import { useForm } from '@mantine/form'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { TextField } from '@/components/form/field'
import { PhoneInput } from '@/components/form/phone-input'
import { defineMessages } from '@/lib/text/messages'
import { formText } from './form-text'
import type { SignInProgress } from './sign-in-steps'
import { useSend } from './use-send'
import c from './account.module.css'

const text = defineMessages({
  reason: { id: 'user_info.reason', defaultMessage: 'One last thing: what should we call you?' },
})

type Props = {
  /** The known contacts. Only a phone that was typed for a provider's sign-in can be changed: no code has proven it. */
  known: SignInProgress
  onSubmit: (body: { name: string; email: string; phone: string }) => Promise<void>
}

/** The form for the name and contacts of a new customer. Only the server validates it (AUTH-06). */
export function UserInfoForm({ known, onSubmit }: Props) {
  const { formatMessage: t } = useIntl()
  const form = useForm({ initialValues: { name: '', email: known.email, phone: known.phone } })
  const { isBusy, send } = useSend(form)
  const [hasEmail, hasPhone] = [known.email !== '', known.phone !== '']
  const isPhoneProven = hasPhone && known.loginType === 'otp'
  return (
    <form className={c.form} onSubmit={form.onSubmit((values) => void send(() => onSubmit(values)))} noValidate>
      <p className={c.reason}>
        <FormattedMessage {...text.reason} />
      </p>
      <TextField
        label={t(formText.name)}
        required
        autoComplete="name"
        maxLength={120}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {/* One of phone and e-mail is required: the known one, or the phone. */}
      <PhoneInput
        label={t(formText.phone)}
        required={hasPhone || !hasEmail}
        readOnly={isPhoneProven}
        {...form.getInputProps('phone')}
      />
      <TextField
        label={t(formText.email)}
        type="email"
        required={hasEmail && !hasPhone}
        readOnly={hasEmail}
        autoComplete="email"
        maxLength={255}
        {...form.getInputProps('email')}
      />
      <BusyButton type="submit" busy={isBusy}>
        <FormattedMessage {...formText.continue} />
      </BusyButton>
    </form>
  )
}
