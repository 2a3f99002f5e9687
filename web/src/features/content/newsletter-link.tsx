import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconAlertCircle } from '@tabler/icons-react'
import { useSyncExternalStore, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/busy-button'
import { EmptyState } from '@/components/empty-state'
import { AppLink } from '@/components/app-link'
import { confirmNewsletterMutation, leaveNewsletterMutation } from '@/lib/api/@tanstack/react-query.gen'
import { focusOnMount } from '@/lib/page/focus-on-mount'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { usePageTitle } from '@/lib/page/page-title'
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

type Link = { wants: 'confirm' | 'leave'; token: string }

/** What a link asks for, and the token that allows it. */
function linkOf(hash: string): Link | undefined {
  const said = new URLSearchParams(hash.replace(/^#/, ''))
  const confirm = said.get('confirm')
  const leave = said.get('leave')
  if (confirm) return { wants: 'confirm', token: confirm }
  return leave ? { wants: 'leave', token: leave } : undefined
}

function onHash(changed: () => void) {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

/** What stands behind the # of the address; undefined on the server, which never sees it. */
const useHash = () =>
  useSyncExternalStore(
    onHash,
    () => window.location.hash,
    () => undefined,
  )

/**
 * Asks before it confirms or unsubscribes: programs that look at mails open their
 * links, and they press no button.
 */
export function NewsletterLink() {
  const { formatMessage: t } = useIntl()
  usePageTitle(t(text.title))
  const hash = useHash()
  if (hash === undefined) return <State />
  const link = linkOf(hash)
  // The two links of a mail may be opened in one tab, which then only changes its hash.
  if (link) return <Question key={hash} {...link} />
  return <State text={<span role="alert">{t(text.none)}</span>} action={<WayOut />} />
}

function Question({ wants, token }: Link) {
  const { formatMessage: t } = useIntl()
  const confirm = useMutation({ ...confirmNewsletterMutation(), meta: { quiet: true } })
  const leave = useMutation({ ...leaveNewsletterMutation(), meta: { quiet: true } })
  const { mutate, data, error, isPending } = wants === 'confirm' ? confirm : leave
  if (data) return <State text={<Outcome role="status">{data.message}</Outcome>} action={<WayOut />} />

  const refusal = error && problems(error, t(common.offline)).map(({ message }) => message)
  // A link that has ended stays so: there is nothing to try again.
  if (isNotFound(error)) return <State text={<Outcome role="alert">{refusal}</Outcome>} action={<WayOut />} />
  return (
    <State
      text={t(wants === 'confirm' ? text.confirmQuestion : text.leaveQuestion)}
      action={
        <>
          <BusyButton size="md" busy={isPending} onClick={() => mutate({ body: { token } })}>
            <FormattedMessage {...(wants === 'confirm' ? text.confirm : text.leave)} />
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

/** What came of it, in the server's words. The button that had the focus is gone. */
const Outcome = ({ role, children }: { role: 'status' | 'alert'; children: ReactNode }) => (
  <span ref={focusOnMount} role={role} tabIndex={-1} className={c.outcome}>
    {children}
  </span>
)

const WayOut = () => (
  <Button component={AppLink} href="/home" size="md">
    <FormattedMessage {...text.browse} />
  </Button>
)
