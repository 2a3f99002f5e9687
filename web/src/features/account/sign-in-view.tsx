import { FormattedMessage, useIntl } from 'react-intl'
import { OtpForm } from '@/components/account/otp-form'
import { defineMessages } from '@/lib/text/messages'
import { BackButton } from './back-button'
import { formText } from './form-text'
import { ExistingAccount } from './existing-account'
import { PhoneForm } from './phone-form'
import { SignInForm } from './sign-in-form'
import type { Step } from './sign-in-steps'
import { SignUpForm } from './sign-up-form'
import type { SignInSteps } from './use-sign-in'
import { UserInfoForm } from './user-info-form'
import c from './account.module.css'

const text = defineMessages({
  signIn: { id: 'sign_in.title', defaultMessage: 'Sign In' },
  signUp: { id: 'sign_in.title_sign_up', defaultMessage: 'Sign Up' },
  phone: { id: 'sign_in.title_phone', defaultMessage: 'Your phone number' },
  phoneReason: {
    id: 'sign_in.phone_reason',
    defaultMessage: 'The rider calls this number when they are at your door. It completes your new account.',
  },
  userInfo: { id: 'sign_in.title_user_info', defaultMessage: 'Welcome' },
  isItYou: { id: 'sign_in.title_is_it_you', defaultMessage: 'Is it you?' },
  otpPhone: { id: 'sign_in.title_otp_phone', defaultMessage: 'Check your phone' },
  otpEmail: { id: 'sign_in.title_otp_email', defaultMessage: 'Check your email' },
})

/** Returns the title of a step. */
export function useStepTitle(step: Step) {
  const { formatMessage: t } = useIntl()
  switch (step.at) {
    case 'sign-in':
      return t(text.signIn)
    case 'sign-up':
      return t(text.signUp)
    case 'phone_modal':
      return t(text.phone)
    case 'user_info':
      return t(text.userInfo)
    case 'is_exist_user':
      return t(text.isItYou)
    case 'otp':
      return t(step.of === 'phone' ? text.otpPhone : text.otpEmail)
  }
}

type Props = {
  steps: SignInSteps
  /** Called before another page opens. */
  onLeave: () => void
}

/** Shows the current step, with a back button after the first one. */
export function SignInView({ steps, onLeave }: Props) {
  const { step } = steps
  return (
    <>
      <CurrentStep steps={steps} onLeave={onLeave} />
      {step.at !== 'sign-in' && step.at !== 'sign-up' && <BackButton onClick={() => steps.back()} />}
    </>
  )
}

function CurrentStep({ steps, onLeave }: Props) {
  const { step } = steps
  switch (step.at) {
    case 'sign-in':
      return <SignInForm steps={steps} onLeave={onLeave} />
    case 'sign-up':
      return <SignUpForm steps={steps} />
    case 'phone_modal':
      return (
        <>
          <p className={c.reason}>
            <FormattedMessage {...text.phoneReason} />
          </p>
          <PhoneForm onSubmit={(phone) => steps.withPhone(step.proof, phone)}>
            <FormattedMessage {...formText.continue} />
          </PhoneForm>
        </>
      )
    case 'user_info':
      return (
        <UserInfoForm
          known={step}
          onSubmit={(body) => steps.sendInfo(step.loginType, { ...body, proof: step.proof })}
        />
      )
    case 'is_exist_user':
      return (
        <ExistingAccount
          person={step.person}
          onAnswer={(is_exist_user) => steps.sendInfo(step.loginType, { is_exist_user, proof: step.proof })}
        />
      )
    case 'otp':
      return (
        <OtpForm
          key={step.of}
          to={step.of === 'phone' ? step.phone : step.email}
          demoOtp={step.demoOtp}
          resendIn={step.resendIn}
          onVerify={steps.verify}
          onResend={steps.resend}
        />
      )
  }
}
