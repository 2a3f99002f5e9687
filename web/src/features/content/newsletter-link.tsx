import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { EmptyState } from '@/components/loading/empty-state'
import { AppLink } from '@/components/app-link'
import { confirmNewsletterMutation, leaveNewsletterMutation } from '@/lib/api/@tanstack/react-query.gen'
import { focusOnMount } from '@/lib/page/focus-on-mount'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { usePageTitle } from '@/lib/page/page-title'
import { useHash } from '@/lib/page/use-hash'
import { isNotFound, problems } from '@/lib/requests/problems'
import c from './newsletter-link.module.css'

const text = defineMessages({
  title: { id: 'newsletter_link.title', defaultMessage: 'Newsletter' },
  confirmQuestion: { id: 'newsletter_link.confirm_question', defaultMessage: 'Do you want our news by mail?' },
  confirm: { id: 'newsletter_link.confirm', defaultMessage: 'Confirm subscription' },
  leaveQuestion: { id: 'newsletter_link.leave_question', defaultMessage: 'Do you want to leave our list?' },
  leave: { id: 'newsletter_link.leave', defaultMessage: 'Unsubscribe' },
  browse: { id: 'newsletter_link.browse', defaultMessage: 'Browse shops' },
  none: {
    id: 'newsletter_link.none',
    defaultMessage: 'This link is not complete. Please open the one in our mail again.',
  },
})

type Link = { action: 'confirm' | 'leave'; token: string }

/** Parses the action and the token of a link. */
function linkOf(hash: string): Link | undefined {
  const params = new URLSearchParams(hash)
  const confirm = params.get('confirm')
  const leave = params.get('leave')
  if (confirm) return { action: 'confirm', token: confirm }
  return leave ? { action: 'leave', token: leave } : undefined
}

/**
 * The page of the links in a newsletter mail. A button confirms or unsubscribes,
 * because mail scanners open links but do not press buttons.
 */
export function NewsletterLink() {
  const { formatMessage: t } = useIntl()
  usePageTitle(t(text.title))
  const hash = useHash()
  if (hash === undefined) return <State />
  const link = linkOf(hash)
  // If both links of a mail are opened in one tab, only the hash changes.
  if (link) return <Question key={hash} {...link} />
  return <State text={<span role="alert">{t(text.none)}</span>} action={<HomeLink />} />
}

function Question({ action, token }: Link) {
  const { formatMessage: t } = useIntl()
  const confirm = useMutation({ ...confirmNewsletterMutation(), meta: { quiet: true } })
  const leave = useMutation({ ...leaveNewsletterMutation(), meta: { quiet: true } })
  const { mutate, data, error, isPending } = action === 'confirm' ? confirm : leave
  if (data) return <State text={<Outcome role="status">{data.message}</Outcome>} action={<HomeLink />} />

  const refusal = error && problems(error, t(common.offline)).map(({ message }) => message)
  // A used or expired link cannot be tried again.
  if (isNotFound(error)) return <State text={<Outcome role="alert">{refusal}</Outcome>} action={<HomeLink />} />
  return (
    <State
      text={t(action === 'confirm' ? text.confirmQuestion : text.leaveQuestion)}
      action={
        <>
          <BusyButton size="md" busy={isPending} onClick={() => mutate({ body: { token } })}>
            <FormattedMessage {...(action === 'confirm' ? text.confirm : text.leave)} />
          </BusyButton>
          {refusal && (
            <p role="alert" className={c.problem}>
              <IconAlertCircle size={18} aria-hidden />
              <bdi>{refusal.join(' ')}</bdi>
            </p>
          )}
        </>
      }
    />
  )
}

const State = (rest: { text?: ReactNode; action?: ReactNode }) => (
  <EmptyState isPage title={<FormattedMessage {...text.title} />} {...rest} />
)

/** The server's message. It gets the focus, because the button that had it is removed. */
const Outcome = ({ role, children }: { role: 'status' | 'alert'; children: ReactNode }) => (
  <span ref={focusOnMount} role={role} tabIndex={-1} className={c.outcome}>
    {children}
  </span>
)

const HomeLink = () => (
  <Button component={AppLink} href="/home" size="md">
    <FormattedMessage {...text.browse} />
  </Button>
)
