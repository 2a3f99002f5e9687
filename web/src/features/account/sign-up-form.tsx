import { schemaResolver, useForm } from '@mantine/form'
import { FormattedMessage, useIntl } from 'react-intl'
import * as z from 'zod/mini'
import { BusyButton } from '@/components/form/busy-button'
import { CheckField, TextField } from '@/components/form/field'
import { PasswordField } from '@/components/form/password-field'
import type { ConfigView } from '@/lib/api/types.gen'
import { PhoneInput } from '@/components/form/phone-input'
import { inputText, passwordsMatch, required } from '@/lib/account/validators'
import { defineMessages, type Translate } from '@/lib/text/messages'
import { hasReferral, useShop } from '@/lib/scope/shop'
import { email, formText, password, phone } from './form-text'
import { useSend } from './use-send'
import type { SignInSteps } from './use-sign-in'
import c from './account.module.css'

const text = defineMessages({
  nameRequired: { id: 'sign_up.name_required', defaultMessage: 'First name is required' },
  confirmRequired: { id: 'sign_up.confirm_required', defaultMessage: 'Confirm Password is required' },
  refCode: { id: 'sign_up.ref_code', defaultMessage: 'Referral code (optional)' },
  terms: { id: 'sign_up.terms', defaultMessage: 'I agree to the <a>terms and conditions</a>' },
  termsRequired: { id: 'sign_up.terms_required', defaultMessage: 'You must accept the terms and conditions' },
  signUp: { id: 'sign_up.button', defaultMessage: 'Sign Up' },
  hasAccount: { id: 'sign_up.has_account', defaultMessage: 'Already have an account? <a>Sign In</a>' },
})

const signUpInput = (t: Translate, { country, least_password: minLength }: ConfigView) =>
  z
    .object({
      name: required(t(text.nameRequired)),
      email: email(t(inputText.emailRequired), t(inputText.emailWrong)),
      phone: phone(t(inputText.phoneMissing), t(formText.phoneShort), country),
      password: password(t, t(inputText.passwordRequired), minLength),
      confirm_password: z.string().check(z.minLength(1, t(text.confirmRequired))),
      ref_code: z.string(),
      tandc: z.boolean().check(z.refine((isAccepted) => isAccepted, t(text.termsRequired))),
    })
    .check(passwordsMatch(t))

const initialValues = {
  name: '',
  email: '',
  phone: '',
  password: '',
  confirm_password: '',
  ref_code: '',
  tandc: false,
}

/** The form for a new account with a password (AUTH-05). */
export function SignUpForm({ steps }: { steps: SignInSteps }) {
  const { formatMessage: t } = useIntl()
  const shop = useShop()
  const { name = '', email = '', phone = '' } = steps.typed ?? steps.purpose.keeping ?? {}
  const form = useForm({
    initialValues: { ...initialValues, name, email, phone, ref_code: steps.referralCode },
    validate: schemaResolver(signUpInput(t, shop), { sync: true }),
  })
  const { isBusy, send } = useSend(form)
  const isReferralOn = hasReferral(shop)
  return (
    <div className={c.ways}>
      <form
        className={c.form}
        onSubmit={form.onSubmit(({ ref_code, ...values }) =>
          send(() => steps.bySignUp(isReferralOn && ref_code ? { ...values, ref_code } : values)),
        )}
        noValidate
      >
        <TextField
          label={t(formText.name)}
          autoComplete="name"
          maxLength={120}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextField
          label={t(formText.email)}
          type="email"
          autoComplete="email"
          maxLength={255}
          {...form.getInputProps('email')}
        />
        <PhoneInput label={t(formText.phone)} {...form.getInputProps('phone')} />
        <PasswordField isNew label={t(formText.password)} {...form.getInputProps('password')} />
        <PasswordField
          label={t(formText.confirm)}
          {...form.getInputProps('confirm_password')}
          autoComplete="new-password"
          placeholder=""
        />
        {isReferralOn && <TextField label={t(text.refCode)} maxLength={40} {...form.getInputProps('ref_code')} />}
        <CheckField label={<Terms />} {...form.getInputProps('tandc', { type: 'checkbox' })} />
        <BusyButton type="submit" disabled={!form.values.tandc} busy={isBusy}>
          <FormattedMessage {...text.signUp} />
        </BusyButton>
      </form>
      <HasAccount onSignIn={() => steps.go('sign-in')} />
    </div>
  )
}

const Terms = () => (
  <FormattedMessage
    {...text.terms}
    values={{
      a: (words) => (
        <a key="terms" href="/terms-and-conditions" target="_blank" rel="noreferrer" className={c.link}>
          {words}
        </a>
      ),
    }}
  />
)

const HasAccount = ({ onSignIn }: { onSignIn: () => void }) => (
  <p className={c.other}>
    <FormattedMessage
      {...text.hasAccount}
      values={{
        a: (words) => (
          <button key="sign-in" type="button" className={c.link} onClick={onSignIn}>
            {words}
          </button>
        ),
      }}
    />
  </p>
)
