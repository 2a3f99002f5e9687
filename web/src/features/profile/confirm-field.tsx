import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { codeOf } from '@/components/code-input'
import { TextField } from '@/components/field'
import { PasswordField } from '@/components/password-field'
import { sendConfirmCode } from '@/lib/api/sdk.gen'
import type { CustomerView } from '@/lib/api/types.gen'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { problems } from '@/lib/requests/problems'
import { currentScope } from '@/lib/scope/scope'
import { toast, toastProblem } from '@/lib/page/toast'
import c from './profile.module.css'

const text = defineMessages({
  password: { id: 'confirm_field.password', defaultMessage: 'Current password' },
  code: { id: 'confirm_field.code', defaultMessage: 'Code' },
  send: { id: 'confirm_field.send', defaultMessage: 'Send code' },
  to: { id: 'confirm_field.to', defaultMessage: 'To confirm that it is you, we send a code to {to}.' },
  sent: { id: 'confirm_field.sent', defaultMessage: 'To confirm that it is you, type the code that we sent to {to}.' },
  demo: { id: 'otp.demo', defaultMessage: 'For demo purpose use otp {secret}' },
  where: { id: 'confirm_field.where', defaultMessage: 'a phone or an e-mail that you have verified' },
  signIn: {
    id: 'confirm_field.sign_in',
    defaultMessage: 'To be sure that it is you, please sign in again. Then you have 10 minutes for this.',
  },
})

/** The current password or the code that confirms a change. The names are the API's. */
export type Confirmation = { current_password: string; confirm_otp: string }

export const noConfirmation: Confirmation = { current_password: '', confirm_otp: '' }

/** Returns only the field that is filled in, for the request. */
export const confirmationOf = ({ current_password, confirm_otp }: Confirmation): Partial<Confirmation> => ({
  ...(current_password && { current_password }),
  ...(confirm_otp && { confirm_otp }),
})

type Props = {
  customer: CustomerView
  value: Confirmation
  onChange: (next: Confirmation) => void
  error?: ReactNode
}

/** Asks for what this session needs to change or delete an account: the password, a code, a new sign-in or nothing. */
export function ConfirmField({ customer: { confirm_by: by }, value, onChange, error }: Props) {
  const { formatMessage: t } = useIntl()
  const send = useMutation({
    meta: { quiet: true },
    mutationFn: async () => (await sendConfirmCode({ headers: currentScope().headers, throwOnError: true })).data,
    onSuccess: ({ message }) => toast(message),
    onError: (failure) => problems(failure, t(common.offline)).forEach(({ message }) => toastProblem(message)),
  })
  if (by === 'none') return null
  if (by === 'sign_in') {
    return (
      <p className={c.hint}>
        <FormattedMessage {...text.signIn} />
      </p>
    )
  }
  if (by === 'password') {
    return (
      <PasswordField
        label={t(text.password)}
        placeholder=""
        error={error}
        value={value.current_password}
        onChange={(event) => onChange({ ...value, current_password: event.currentTarget.value })}
      />
    )
  }
  const secret = send.data?.demo_otp
  return (
    <div>
      <TextField
        label={t(text.code)}
        description={
          send.data ? (
            <FormattedMessage
              {...text.sent}
              values={{
                to: (
                  <bdi dir="ltr" className="num">
                    {send.data.to}
                  </bdi>
                ),
              }}
            />
          ) : (
            t(text.to, { to: t(text.where) })
          )
        }
        inputMode="numeric"
        autoComplete="one-time-code"
        error={error}
        value={value.confirm_otp}
        onChange={(event) => onChange({ ...value, confirm_otp: codeOf(event.currentTarget.value) })}
        rightSectionWidth={136}
        rightSectionPointerEvents="all"
        rightSection={
          <button type="button" className={c.verify} disabled={send.isPending} onClick={() => send.mutate()}>
            <FormattedMessage {...text.send} />
          </button>
        }
      />
      {secret && (
        <p className={c.hint}>
          <FormattedMessage {...text.demo} values={{ secret: <bdi className="num">{secret}</bdi> }} />
        </p>
      )}
    </div>
  )
}
