import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from '@mantine/core'
import { EmptyState } from '@/components/loading/empty-state'
import { AppLink } from '@/components/app-link'
import { OtpForm } from '@/components/account/otp-form'
import { emptyArt } from '@/lib/page/empty-art'
import { defineMessages } from '@/lib/text/messages'
import { usePageTitle } from '@/lib/page/page-title'
import { BackButton } from './back-button'
import { NewPasswordForm } from './new-password-form'
import { RecoverForm } from './recover-form'
import { useRecovery } from './use-recovery'
import c from './account.module.css'

const text = defineMessages({
  title: { id: 'recover.title', defaultMessage: 'Forgot password' },
  newTitle: { id: 'recover.new_title', defaultMessage: 'Set a new password' },
  reason: {
    id: 'recover.reason',
    defaultMessage: 'Tell us where to reach you, and we send a code to set a new password with.',
  },
  none: { id: 'recover.none', defaultMessage: 'Sorry, Something Went Wrong' },
  noneText: {
    id: 'recover.none_text',
    defaultMessage: 'Please try again after some time or Contact with our support team.',
  },
  help: { id: 'recover.help', defaultMessage: 'Help & Support' },
  clears: {
    id: 'recover.clears',
    defaultMessage:
      'Nobody has verified this contact before, and this device is new to the account. With a new password, the wallet and the points stay, but everything else that is stored in the account is removed. My orders then asks you about the orders with this contact. Nothing is removed if you set the password on a device where you have signed in before.',
  },
  changed: { id: 'recover.changed', defaultMessage: 'Your password is changed' },
  changedText: {
    id: 'recover.changed_text',
    defaultMessage: 'You are signed out everywhere. Sign in with the new one.',
  },
  signIn: { id: 'recover.sign_in', defaultMessage: 'Sign In' },
})

/** Resets a password in three steps: phone or e-mail, code, new password (AUTH-08). */
export function ForgotPassword({ onSignIn }: { onSignIn: () => void }) {
  const { formatMessage: t } = useIntl()
  usePageTitle(t(text.title))
  const recovery = useRecovery({ onChanged: onSignIn })
  const { step, methods } = recovery
  if (methods.length === 0) {
    return (
      <EmptyState
        isPage
        art={emptyArt('error')}
        title={<FormattedMessage {...text.none} />}
        text={<FormattedMessage {...text.noneText} />}
        action={
          <Button component={AppLink} href="/help-and-support">
            <FormattedMessage {...text.help} />
          </Button>
        }
      />
    )
  }
  if (step.at === 'changed') {
    return (
      <EmptyState
        isPage
        title={<FormattedMessage {...text.changed} />}
        text={<FormattedMessage {...text.changedText} />}
        action={
          <Button onClick={onSignIn}>
            <FormattedMessage {...text.signIn} />
          </Button>
        }
      />
    )
  }
  return (
    <div className={c.page}>
      <h1>{t(step.at === 'password' ? text.newTitle : text.title)}</h1>
      {step.at === 'who' && (
        <>
          <p className={c.about}>
            <FormattedMessage {...text.reason} />
          </p>
          <RecoverForm methods={methods} typed={step.who} onSubmit={recovery.requestCode} />
        </>
      )}
      {step.at === 'code' && (
        <OtpForm
          to={step.who.value}
          demoOtp={step.demoOtp}
          resendIn={step.resendIn}
          onVerify={recovery.verify}
          onResend={recovery.resend}
        />
      )}
      {step.at === 'password' && step.clears && (
        <p className={c.about}>
          <FormattedMessage {...text.clears} />
        </p>
      )}
      {step.at === 'password' && <NewPasswordForm onSubmit={recovery.change} />}
      {step.at !== 'who' && <BackButton onClick={recovery.restart} />}
    </div>
  )
}
