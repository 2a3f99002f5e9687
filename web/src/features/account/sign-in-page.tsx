import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Pending } from '@/components/loading/pending'
import { Skeleton } from '@/components/loading/skeleton'
import { useHydrated } from '@/lib/page/use-hydrated'
import { defineMessages } from '@/lib/text/messages'
import { usePageTitle } from '@/lib/page/page-title'
import { useShop } from '@/lib/scope/shop'
import type { AuthMode } from '@/contracts/account-dialogs'
import { hasManual, loginModeOf } from './login-mode'
import { SignInView, useStepTitle } from './sign-in-view'
import type { Return } from './social'
import { providerNames } from './social-buttons'
import { useSend } from './use-send'
import { useSignInSteps, type SignInSteps } from './use-sign-in'
import c from './account.module.css'

const text = defineMessages({
  cancelled: {
    id: 'social.cancelled',
    defaultMessage: 'You left {provider} without signing in. You can try again, or sign in another way.',
  },
  failed: {
    id: 'social.failed',
    defaultMessage: 'Signing in elsewhere did not work. Please try again, or sign in another way.',
  },
  none: { id: 'sign_in.none', defaultMessage: 'There are no accounts here: you can order as a guest.' },
})

type Props = {
  start: AuthMode
  /** The provider's response, if the user returns from a provider. */
  returned?: Return
  /** onward: the page that the user wanted to open when they left for the provider. */
  onDone: (finished: { isNew: boolean }, onward?: string) => void
}

/** The sign-in page (AUTH-06). Providers redirect back to it (AUTH-07). */
export function SignInPage({ start, returned, onDone }: Props) {
  const mode = loginModeOf(useShop())
  const purpose = returned?.purpose
  const steps = useSignInSteps({
    start: hasManual(mode) ? start : 'sign-in',
    purpose,
    onDone: (finished) => onDone(finished, purpose?.onward),
  })
  const title = useStepTitle(steps.step)
  usePageTitle(title)
  const isSending = useReturn(steps, returned)
  const isHydrated = useHydrated() // the remembered identifier is in local storage
  return (
    <div className={c.page}>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      {returned && 'problem' in returned && <Problem of={returned} />}
      {mode ? (
        <Pending pending={isSending || !isHydrated} skeleton={<FormSkeleton />}>
          <SignInView steps={steps} onLeave={() => {}} />
        </Pending>
      ) : (
        <p>
          <FormattedMessage {...text.none} />
        </p>
      )}
    </div>
  )
}

/** Sends the provider's token to the server, once. Returns true until the server has responded. */
function useReturn(steps: SignInSteps, returned: Return | undefined) {
  const { send } = useSend()
  const [isSending, setSending] = useState(returned !== undefined && 'token' in returned)
  useEffect(() => {
    if (!returned || !('token' in returned) || sentReturns.has(returned)) return
    sentReturns.add(returned)
    const { medium, token, nonce } = returned
    void send(() => steps.byProvider(medium, token, nonce)).finally(() => setSending(false))
  }, [returned, send, steps])
  return isSending
}

/** The server accepts a token only once, but strict mode runs effects twice. */
const sentReturns = new WeakSet<Return>()

function Problem({ of: { medium, problem } }: { of: Extract<Return, { problem: string }> }) {
  const { formatMessage: t } = useIntl()
  return (
    <p className={c.problem} role="alert">
      {medium && problem === 'cancelled' ? t(text.cancelled, { provider: providerNames[medium] }) : t(text.failed)}
    </p>
  )
}

function FormSkeleton() {
  return (
    <div className={c.form} aria-hidden>
      <Skeleton height={48} radius={14} />
      <Skeleton height={48} radius={14} />
      <Skeleton height={48} radius={24} />
    </div>
  )
}
