import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { codeLength, codeOf } from '@/components/account/code-input'
import { TextField } from '@/components/form/field'
import { PasswordField } from '@/components/form/password-field'
import { Resend, useResendPause } from '@/components/account/resend'
import { resendWait } from '@/lib/account/resend-wait'
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
  codeRequired: { id: 'confirm_field.code_required', defaultMessage: 'Please enter the code that we send you.' },
  where: { id: 'confirm_field.where', defaultMessage: 'a phone or an email that you have verified' },
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

export const { codeRequired } = text

/** Whether a code is needed and has not all its digits. Sent like that, it would cost an attempt. */
export const isCodeMissing = ({ confirm_by: by }: CustomerView, { confirm_otp: code }: Confirmation) =>
  by === 'code' && code.length < codeLength

type Props = {
  customer: CustomerView
  value: Confirmation
  onChange: (next: Confirmation) => void
  error?: ReactNode
}

/** Asks for what this session needs to change or delete an account: the password, a code, a new sign-in or nothing. */
export function ConfirmField(props: Props) {
  const { formatMessage: t } = useIntl()
  const { customer, value, onChange, error } = props
  switch (customer.confirm_by) {
    case 'none':
      return null
    case 'sign_in':
      return (
        <p className={c.hint}>
          <FormattedMessage {...text.signIn} />
        </p>
      )
    case 'password':
      return (
        <PasswordField
          label={t(text.password)}
          placeholder=""
          error={error}
          value={value.current_password}
          onChange={(event) => onChange({ ...value, current_password: event.currentTarget.value })}
        />
      )
    case 'code':
      return <CodeField {...props} />
  }
}

function CodeField({ value, onChange, error }: Props) {
  const { formatMessage: t } = useIntl()
  const { send, isSent, pause } = useConfirmCode()
  const { to, demo_otp: secret } = send.data ?? {}
  const address = to ? (
    <bdi dir="ltr" className="num">
      {to}
    </bdi>
  ) : (
    t(text.where)
  )
  return (
    <div>
      <TextField
        label={t(text.code)}
        description={<FormattedMessage {...(isSent ? text.sent : text.to)} values={{ to: address }} />}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={error}
        value={value.confirm_otp}
        onChange={(event) => onChange({ ...value, confirm_otp: codeOf(event.currentTarget.value) })}
        rightSectionWidth={184}
        rightSectionPointerEvents="all"
        rightSection={
          <Resend isInField pause={pause} busy={send.isPending} onResend={() => send.mutate()}>
            {isSent ? undefined : <FormattedMessage {...text.send} />}
          </Resend>
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

/** Sends the code, and says when the next may be sent. */
function useConfirmCode() {
  const { formatMessage: t } = useIntl()
  const [isSent, setSent] = useState(false)
  const [pause, waitFor] = useResendPause(0)
  const send = useMutation({
    meta: { quiet: true },
    mutationFn: async () => (await sendConfirmCode({ headers: currentScope().headers, throwOnError: true })).data,
    onSuccess: ({ message }) => {
      setSent(true)
      waitFor()
      toast(message)
    },
    onError: (failure) => {
      // One is on its way, such as from before this field was closed and opened again.
      const left = resendWait(failure)
      if (left === undefined)
        return problems(failure, t(common.offline)).forEach(({ message }) => toastProblem(message))
      setSent(true)
      waitFor(left)
    },
  })
  return { send, isSent, pause }
}
