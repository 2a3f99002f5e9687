import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Pending } from '@/components/pending'
import { Skeleton } from '@/components/skeleton'
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
  /** A provider's answer that people came back with. */
  returned?: Return
  onDone: (finished: { isNew: boolean }) => void
}

/** Signing in on a page of its own (AUTH-06); also where providers send people back to (AUTH-07). */
export function SignInPage({ start, returned, onDone }: Props) {
  const mode = loginModeOf(useShop())
  const steps = useSignInSteps({ start: hasManual(mode) ? start : 'sign-in', onDone })
  const title = useStepTitle(steps.step)
  usePageTitle(title)
  const isComing = useReturn(steps, returned)
  const isHydrated = useHydrated() // only a browser knows who is remembered
  return (
    <div className={c.page}>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      {returned && 'problem' in returned && <Problem of={returned} />}
      {mode ? (
        <Pending pending={isComing || !isHydrated} skeleton={<FormSkeleton />}>
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

/** Tells the server what a provider answered, once; true while it thinks about it. */
function useReturn(steps: SignInSteps, returned: Return | undefined) {
  const { send } = useSend()
  const [isComing, setComing] = useState(returned !== undefined && 'token' in returned)
  useEffect(() => {
    if (!returned || !('token' in returned) || told.has(returned)) return
    told.add(returned)
    const { medium, token, nonce } = returned
    void send(() => steps.byProvider(medium, token, nonce)).finally(() => setComing(false))
  }, [returned, send, steps])
  return isComing
}

/** A token is good once: strict mode's second run must not spend it. */
const told = new WeakSet<Return>()

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
