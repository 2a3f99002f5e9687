import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useHydrated } from '@/lib/page/use-hydrated'
import { defineMessages } from '@/lib/text/messages'
import { supportsPasskeys } from '@/lib/account/passkeys'
import { useShop } from '@/lib/scope/shop'
import { hasManual, hasOtp, loginModeOf, providersOf } from './login-mode'
import { ManualForm } from './manual-form'
import { PasskeyButton } from './passkey-button'
import { PhoneForm } from './phone-form'
import { SocialButtons } from './social-buttons'
import type { SignInSteps } from './use-sign-in'
import c from './account.module.css'

const text = defineMessages({
  sendCode: { id: 'sign_in.send_code', defaultMessage: 'Send me a code' },
  byCode: { id: 'sign_in.by_code', defaultMessage: 'Sign in with a code by phone' },
  byPassword: { id: 'sign_in.by_password', defaultMessage: 'Sign in with a password' },
  or: { id: 'sign_in.or', defaultMessage: 'or' },
  noAccount: { id: 'sign_in.no_account', defaultMessage: 'New here? <a>Sign Up</a>' },
})

type Props = {
  steps: SignInSteps
  /** Called before another page opens. */
  onLeave: () => void
}

/** All enabled sign-in methods (AUTH-01): one form, and buttons for the other methods. */
export function SignInForm({ steps, onLeave }: Props) {
  const shop = useShop()
  const mode = loginModeOf(shop)
  const phone = steps.typedPhone()
  const [isByCode, setByCode] = useState(!hasManual(mode) || phone !== '')
  const hasPasskeys = useHydrated() && shop.centralize_login.passkey_login_status === 1 && supportsPasskeys()
  if (!mode) return null
  const hasForm = mode !== 'social'
  const hasBoth = hasManual(mode) && hasOtp(mode)
  const hasOthers = hasBoth || hasPasskeys || providersOf(shop).length > 0
  return (
    <div className={c.ways}>
      {hasForm && !isByCode && <ManualForm onSubmit={steps.byPassword} onLeave={onLeave} />}
      {hasForm && isByCode && (
        <PhoneForm phone={phone} onSubmit={steps.byPhone}>
          <FormattedMessage {...text.sendCode} />
        </PhoneForm>
      )}
      {hasForm && hasOthers && (
        <p className={c.or}>
          <FormattedMessage {...text.or} />
        </p>
      )}
      {hasBoth && (
        <Button variant="default" onClick={() => setByCode(!isByCode)}>
          <FormattedMessage {...(isByCode ? text.byPassword : text.byCode)} />
        </Button>
      )}
      {hasPasskeys && <PasskeyButton onSign={steps.byPasskey} />}
      <SocialButtons purpose={steps.purpose} />
      {hasManual(mode) && (
        <p className={c.other}>
          <FormattedMessage
            {...text.noAccount}
            values={{
              a: (words) => (
                <button key="sign-up" type="button" className={c.link} onClick={() => steps.go('sign-up')}>
                  {words}
                </button>
              ),
            }}
          />
        </p>
      )}
    </div>
  )
}
