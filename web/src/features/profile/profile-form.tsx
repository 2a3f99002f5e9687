import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import { TextField } from '@/components/form/field'
import { OtpDialog } from './otp-dialog'
import { PasswordField } from '@/components/form/password-field'
import { PhoneInput } from '@/components/form/phone-input'
import type { ConfigView, CustomerView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { useShop } from '@/lib/scope/shop'
import { ConfirmField } from './confirm-field'
import { PhotoField } from './photo-field'
import { isSensitive } from './profile-input'
import { useProfileForm, type ProfileFormState } from './use-profile-form'
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
  const [isResetting, setResetting] = useState(false)
  const [isTypingPhone, setTypingPhone] = useState(false)
  const state = useProfileForm(customer)
  const { form } = state
  const { values } = form
  return (
    <>
      <form className={c.form} onSubmit={state.save} noValidate>
        <PhotoField photo={state.photo} src={customer.image_full_url} name={values.name} onPhoto={state.setPhoto} />
        <TextField label={t(text.name)} autoComplete="name" maxLength={120} {...form.getInputProps('name')} />
        <ContactFields customer={customer} state={state} onTypingPhone={setTypingPhone} />
        <Passwords form={form} />
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
          <BusyButton type="submit" busy={state.isPending}>
            <FormattedMessage {...text.update} />
          </BusyButton>
        </div>
      </form>
      <ConfirmDialog
        opened={isResetting}
        title={<FormattedMessage {...text.sure} />}
        confirm={<FormattedMessage {...text.reset} />}
        onConfirm={() => {
          state.reset()
          setResetting(false)
        }}
        onClose={() => setResetting(false)}
      />
      <Verification state={state} />
    </>
  )
}

type ContactProps = { customer: CustomerView; state: ProfileFormState; onTypingPhone: (isTyping: boolean) => void }

/** E-mail and phone, each with a lock if it is verified, else with a button to verify it. */
function ContactFields({ customer, state: { form, isPending, saveContact }, onTypingPhone }: ContactProps) {
  const { formatMessage: t } = useIntl()
  const can = canVerify(useShop())
  const contactProps = (kind: 'phone' | 'email', isVerified: boolean) => {
    if (isVerified) {
      return { readOnly: true, description: t(text.locked), rightSection: <IconLock size={18} aria-hidden /> }
    }
    const isThere = form.values[kind] !== '' && !form.errors[kind]
    if (!can[kind] || !isThere) return {}
    return {
      rightSectionWidth: 92,
      rightSectionPointerEvents: 'all' as const,
      rightSection: (
        // Not `disabled`, because then it would lose the focus.
        <button
          type="button"
          className={c.verify}
          aria-busy={isPending || undefined}
          aria-disabled={isPending || undefined}
          onClick={() => !isPending && saveContact(kind)}
        >
          <FormattedMessage {...text.verify} />
        </button>
      ),
    }
  }
  return (
    <>
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
        value={form.values.phone}
        onInput={({ currentTarget }) => onTypingPhone(currentTarget === document.activeElement)}
        onBlur={() => onTypingPhone(false)}
        {...contactProps('phone', customer.is_phone_verified === 1)}
      />
    </>
  )
}

function Passwords({ form }: Pick<ProfileFormState, 'form'>) {
  const { formatMessage: t } = useIntl()
  const { password, confirm_password } = form.values
  return (
    <div className={c.two}>
      <PasswordField label={t(text.password)} isNew {...form.getInputProps('password')} value={password} />
      <PasswordField
        label={t(text.confirm)}
        placeholder=""
        autoComplete="new-password"
        {...form.getInputProps('confirm_password')}
        value={confirm_password}
      />
    </div>
  )
}

/** Asks for the code that was sent to a new contact. */
function Verification({ state }: { state: ProfileFormState }) {
  const { awaited } = state
  return (
    <OtpDialog
      // Each kind of code has its own countdown.
      key={awaited?.on}
      opened={state.isAsking}
      onClose={state.giveUp}
      title={<FormattedMessage {...(awaited?.on === 'email' ? text.verifyEmail : text.verifyPhone)} />}
      to={awaited?.to ?? ''}
      demoOtp={awaited?.demoOtp}
      onVerify={state.verify}
      onResend={state.resend}
    />
  )
}
