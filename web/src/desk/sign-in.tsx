import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { TextField } from '@/components/form/field'
import { PasswordField } from '@/components/form/password-field'
import { staffLogin } from '@/lib/api/sdk.gen'
import type { StaffMemberView } from '@/lib/api/types.gen'
import { focusOnMount } from '@/lib/page/focus-on-mount'
import { problems, type Problem } from '@/lib/requests/problems'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { memberKey } from './member'
import { rememberMember, sessionNumber, storeStaffToken } from './session'
import c from './sign-in.module.css'

const text = defineMessages({
  title: { id: 'desk_sign_in.title', defaultMessage: 'Sign in to the desk' },
  again: { id: 'desk_sign_in.again', defaultMessage: 'Your session has ended' },
  goOn: { id: 'desk_sign_in.go_on', defaultMessage: 'Sign in again to go on. What you see may be out of date.' },
  hint: {
    id: 'desk_sign_in.hint',
    defaultMessage: 'For the staff of stores, for riders and for admins. The owner of the shop makes the accounts.',
  },
  email: { id: 'desk_sign_in.email', defaultMessage: 'Email' },
  password: { id: 'desk_sign_in.password', defaultMessage: 'Password' },
  send: { id: 'desk_sign_in.send', defaultMessage: 'Sign in' },
})

type Props = {
  /** The member whose session has ended; their page stays. */
  before?: StaffMemberView
}

/** Signs a member of staff in, at the start or after a session has ended. */
export function SignIn({ before }: Props) {
  const { formatMessage: t } = useIntl()
  const queryClient = useQueryClient()
  const [email, setEmail] = useState(before?.email ?? '')
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<Problem[]>([])
  const problemOf = (field: string) => wrong.find((problem) => problem.field === field)?.message
  const others = wrong.filter(({ field }) => field !== 'email' && field !== 'password')

  const signIn = async () => {
    setBusy(true)
    try {
      const { data } = await staffLogin({ body: { email, password }, throwOnError: true })
      // Another person must not see what the one before was shown.
      if (before && before.id !== data.member.id) queryClient.clear()
      queryClient.setQueryData(memberKey, data.member)
      storeStaffToken(data.token)
      rememberMember(data.member.id, sessionNumber())
    } catch (error) {
      setWrong(problems(error, t(common.offline)))
      setBusy(false)
    }
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void signIn()
  }
  const Title = before ? 'h2' : 'h1'
  return (
    <form className={c.form} onSubmit={send} noValidate data-again={before ? true : undefined}>
      {/* Whoever has scrolled down sees it, and a screen reader says it. What they were writing in has lost the focus. */}
      <Title className={c.title} {...(before && { ref: focusOnMount, tabIndex: -1 })}>
        <FormattedMessage {...(before ? text.again : text.title)} />
      </Title>
      <p className={c.hint}>
        <FormattedMessage {...(before ? text.goOn : text.hint)} />
      </p>
      <TextField
        label={t(text.email)}
        type="email"
        autoComplete="username"
        maxLength={255}
        value={email}
        error={problemOf('email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordField
        label={t(text.password)}
        placeholder=""
        value={password}
        error={problemOf('password')}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <div role="alert" className={c.problem}>
        {others.map(({ message }) => (
          <p key={message}>
            <bdi>{message}</bdi>
          </p>
        ))}
      </div>
      <BusyButton type="submit" size="lg" fullWidth busy={isBusy}>
        <FormattedMessage {...text.send} />
      </BusyButton>
    </form>
  )
}
