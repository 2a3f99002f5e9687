import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/busy-button'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { TextField } from '@/components/field'
import { OtpDialog } from '@/components/otp-dialog'
import { PasswordField } from '@/components/password-field'
import { PhoneInput } from '@/components/phone-input'
import type { ConfigView, CustomerView } from '@/lib/api/types.gen'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { problems } from '@/lib/requests/problems'
import { useShop } from '@/lib/scope/shop'
import { toastProblem } from '@/lib/page/toast'
import { ConfirmField, confirmationOf, noConfirmation } from './confirm-field'
import { PhotoField } from './photo-field'
import { inputOf, isSensitive, profileInput, type ProfileInput } from './profile-input'
import { useUpdateProfile, type Changes } from './use-update-profile'
import c from './profile.module.css'

const text = defineMessages({
  name: { id: 'profile_form.name', defaultMessage: 'User name' },
  email: { id: 'profile_form.email', defaultMessage: 'Email' },
  phone: { id: 'profile_form.phone', defaultMessage: 'Phone' },
  locked: { id: 'profile_form.locked', defaultMessage: 'Not Changeable' },
  verify: { id: 'profile_form.verify', defaultMessage: 'Verify' },
  verifyPhone: { id: 'profile_form.verify_phone', defaultMessage: 'Verify your phone' },
  verifyEmail: { id: 'profile_form.verify_email', defaultMessage: 'Verify your email' },
  password: { id: 'profile_form.password', defaultMessage: 'New password (optional)' },
  confirm: { id: 'profile_form.confirm', defaultMessage: 'Confirm password' },
  reset: { id: 'profile_form.reset', defaultMessage: 'Reset' },
  sure: { id: 'profile_form.sure', defaultMessage: 'Are you sure, you want to reset?' },
  update: { id: 'profile_form.update', defaultMessage: 'Update Profile' },
  back: { id: 'profile_form.back', defaultMessage: 'Go Back' },
})

/** Whether the shop can verify a contact of that kind, because it can send codes to it. */
const canVerify = (shop: ConfigView) => ({
  phone: shop.is_sms_active || shop.firebase_otp_verification === 1,
  email: shop.is_mail_active,
})

type Props = { customer: CustomerView; onBack: () => void }

/** The form for photo, name, contacts and password. A verified contact is locked (PROF-02). */
export function ProfileForm({ customer, onBack }: Props) {
  const { formatMessage: t } = useIntl()
  const shop = useShop()
  const [photo, setPhoto] = useState<Blob>()
  const [isResetting, setResetting] = useState(false)
  const [isTypingPhone, setTypingPhone] = useState(false)
  const form = useForm<ProfileInput>({
    initialValues: inputOf(customer),
    validate: schemaResolver(profileInput(t, shop, customer), { sync: true }),
  })
  const { values } = form
  const { update, isPending, awaited, isAsking, verify, resend, giveUp } = useUpdateProfile(() => {
    setPhoto(undefined)
    form.setValues({ password: '', confirm_password: '', ...noConfirmation })
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
  const save = form.onSubmit(({ password, confirm_password, current_password, confirm_otp, ...details }) =>
    send({
      ...details,
      ...(photo && { image: photo }),
      ...(password && { password, confirm_password }),
      ...confirmationOf({ current_password, confirm_otp }),
    }),
  )
  const reset = () => {
    form.setValues(inputOf(customer))
    form.clearErrors()
    setPhoto(undefined)
    setResetting(false)
  }
  /** Props for a contact field: a lock if it is verified, else a button to verify it. */
  const contactProps = (kind: 'phone' | 'email', isVerified: boolean) => {
    if (isVerified) {
      return { readOnly: true, description: t(text.locked), rightSection: <IconLock size={18} aria-hidden /> }
    }
    const isThere = values[kind] !== '' && !form.errors[kind]
    if (!canVerify(shop)[kind] || !isThere) return {}
    const prove = () => {
      if (!form.validateField(kind).hasError)
        send({ [kind]: values[kind], button_type: kind, ...confirmationOf(values) })
    }
    return {
      rightSectionWidth: 92,
      rightSectionPointerEvents: 'all' as const,
      rightSection: (
        <button type="button" className={c.verify} disabled={isPending} onClick={prove}>
          <FormattedMessage {...text.verify} />
        </button>
      ),
    }
  }

  return (
    <>
      <form className={c.form} onSubmit={save} noValidate>
        <PhotoField photo={photo} src={customer.image_full_url} name={values.name} onPhoto={setPhoto} />
        <TextField label={t(text.name)} autoComplete="name" maxLength={120} {...form.getInputProps('name')} />
        <TextField
          label={t(text.email)}
          type="email"
          autoComplete="email"
          maxLength={255}
          {...form.getInputProps('email')}
          {...contactProps('email', customer.is_email_verified === 1)}
          // An e-mail is left-to-right in every language; its label is not.
          inputContainer={(field) => <div dir="ltr">{field}</div>}
        />
        <PhoneInput
          label={t(text.phone)}
          {...form.getInputProps('phone')}
          value={values.phone}
          onInput={({ currentTarget }) => setTypingPhone(currentTarget === document.activeElement)}
          onBlur={() => setTypingPhone(false)}
          {...contactProps('phone', customer.is_phone_verified === 1)}
        />
        <div className={c.two}>
          <PasswordField label={t(text.password)} isNew {...form.getInputProps('password')} value={values.password} />
          <PasswordField
            label={t(text.confirm)}
            placeholder=""
            autoComplete="new-password"
            {...form.getInputProps('confirm_password')}
            value={values.confirm_password}
          />
        </div>
        {/* The phone is validated on blur. If this field appeared only then, the button would move
           away from the pointer that presses it. */}
        {(isTypingPhone || isSensitive(values, customer)) && (
          <ConfirmField
            customer={customer}
            value={values}
            onChange={({ current_password, confirm_otp }) => {
              form.setFieldValue('current_password', current_password)
              form.setFieldValue('confirm_otp', confirm_otp)
            }}
            error={form.errors.current_password ?? form.errors.confirm_otp}
          />
        )}
        <div className={c.buttons}>
          <Button variant="subtle" className={c.back} onClick={onBack}>
            <FormattedMessage {...text.back} />
          </Button>
          <Button variant="default" onClick={() => setResetting(true)}>
            <FormattedMessage {...text.reset} />
          </Button>
          <BusyButton type="submit" busy={isPending}>
            <FormattedMessage {...text.update} />
          </BusyButton>
        </div>
      </form>
      <ConfirmDialog
        opened={isResetting}
        title={<FormattedMessage {...text.sure} />}
        confirm={<FormattedMessage {...text.reset} />}
        onConfirm={reset}
        onClose={() => setResetting(false)}
      />
      <OtpDialog
        // Each kind of code has its own countdown.
        key={awaited?.on}
        opened={isAsking}
        onClose={giveUp}
        title={<FormattedMessage {...(awaited?.on === 'email' ? text.verifyEmail : text.verifyPhone)} />}
        to={awaited?.to ?? ''}
        demoOtp={awaited?.demoOtp}
        onVerify={verify}
        onResend={resend}
      />
    </>
  )
}
