import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { resendWait } from '@/lib/account/resend-wait'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { isRefusal, problems } from '@/lib/requests/problems'
import { CodeInput, codeLength } from './code-input'
import { Resend, useResendPause } from './resend'
import c from './otp-form.module.css'

const text = defineMessages({
  sent: { id: 'otp.sent', defaultMessage: 'Type the code that we sent to {to}' },
  empty: { id: 'otp.empty', defaultMessage: 'field is empty' },
  verify: { id: 'otp.verify', defaultMessage: 'Verify' },
  demo: { id: 'otp.demo', defaultMessage: 'For demo purpose use otp {secret}' },
})

/** A code that was sent, and how to verify it. */
export type Verification = {
  /** The phone or e-mail to which it was sent. */
  to: string
  /** Only in the demo (D8). */
  demoOtp?: string
  /** Seconds until another may be sent; default: the code was sent just now. */
  resendIn?: number
  /** Called with the code. If it rejects, the error is shown at the field. */
  onVerify: (code: string) => Promise<unknown>
  /** Sends another code. Returns the demo's code. */
  onResend: () => Promise<string | undefined>
}

/** Asks for a code of six digits (AUTH-04). */
export function OtpForm(verification: Verification) {
  const { code, type, showEmpty, error, secret, busy, pause, verify, resend } = useOtp(verification)
  return (
    <form
      className={c.form}
      onSubmit={(event) => {
        event.preventDefault()
        verify(code)
      }}
      noValidate
    >
      <p className={c.sent}>
        <FormattedMessage
          {...text.sent}
          values={{
            to: (
              <b>
                <bdi dir="ltr">{verification.to}</bdi>
              </b>
            ),
          }}
        />
      </p>
      <CodeInput value={code} error={error} onChange={type} onEnter={showEmpty} />
      {secret && (
        <p className={c.demo}>
          <FormattedMessage {...text.demo} values={{ secret: <bdi className="num">{secret}</bdi> }} />
        </p>
      )}
      <BusyButton type="submit" disabled={code.length !== codeLength} busy={busy === 'verify'}>
        <FormattedMessage {...text.verify} />
      </BusyButton>
      <div className={c.resend}>
        <Resend pause={pause} busy={busy === 'resend'} onResend={resend} />
      </div>
    </form>
  )
}

/** The typed code, and the calls that verify it and send another one. */
function useOtp({ demoOtp, resendIn, onVerify, onResend }: Verification) {
  const { formatMessage: t } = useIntl()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [secret, setSecret] = useState(demoOtp)
  const [busy, setBusy] = useState<'verify' | 'resend'>()
  const [pause, waitFor] = useResendPause(resendIn)
  const refused = useRef<string>(undefined) // a wrong code, whose repetition would cost another attempt

  const run = async (what: 'verify' | 'resend', call: () => Promise<unknown>, typed?: string) => {
    setBusy(what)
    setError(undefined)
    try {
      await call()
    } catch (failure) {
      // Without a response the code may never have left. If it has, the server says how long to wait.
      const left = what === 'resend' && !isRefusal(failure) ? 0 : resendWait(failure)
      if (left !== undefined) waitFor(left)
      const told = problems(failure, t(common.offline))
      if (what === 'verify' && told.some(({ code }) => code.startsWith('code_'))) refused.current = typed
      setError(told.map(({ message }) => message).join(' '))
    } finally {
      setBusy(undefined)
    }
  }
  const verify = (typed: string) => {
    if (typed.length === codeLength && !busy && typed !== refused.current) {
      void run('verify', () => onVerify(typed), typed)
    }
  }
  return {
    code,
    error,
    /** The code, in the demo. */
    secret,
    busy,
    pause,
    verify,
    type: (typed: string) => {
      setCode(typed)
      // An error if the code was deleted, but not in an untouched field.
      setError(typed === '' ? t(text.empty) : undefined)
      if (typed !== code) verify(typed) // the sixth digit sends it
    },
    showEmpty: () => code === '' && setError(t(text.empty)),
    resend: () => {
      waitFor()
      void run('resend', async () => {
        setSecret(await onResend())
        refused.current = undefined
        setCode('')
      })
    },
  }
}
