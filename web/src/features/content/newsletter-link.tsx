import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { confirmNewsletterMutation, leaveNewsletterMutation } from '@/lib/api/@tanstack/react-query.gen'
import { useInBrowser } from '@/lib/in-browser'
import { common } from '@/lib/intl'
import { defineMessages } from '@/lib/messages'
import { usePageTitle } from '@/lib/page-title'
import { problems } from '@/lib/problems'
import c from './newsletter-link.module.css'

const text = defineMessages({
  title: { id: 'newsletter_link.title', defaultMessage: 'Newsletter' },
  confirmQuestion: { id: 'newsletter_link.confirm_question', defaultMessage: 'Do you want our news by mail?' },
  confirm: { id: 'newsletter_link.confirm', defaultMessage: 'Confirm subscription' },
  leaveQuestion: { id: 'newsletter_link.leave_question', defaultMessage: 'Do you want to leave our list?' },
  leave: { id: 'newsletter_link.leave', defaultMessage: 'Unsubscribe' },
  none: {
    id: 'newsletter_link.none',
    defaultMessage: 'This link is not complete. Please open the one in our mail again.',
  },
})

/** What a link asks for, and the token that allows it. */
const linkOf = (hash: string) => {
  const said = new URLSearchParams(hash.replace(/^#/, ''))
  const confirm = said.get('confirm')
  const leave = said.get('leave')
  if (confirm) return { wants: 'confirm' as const, token: confirm }
  return leave ? { wants: 'leave' as const, token: leave } : undefined
}

/**
 * Asks before it confirms or unsubscribes: programs that look at mails open their
 * links, and they press no button.
 */
export function NewsletterLink() {
  const { formatMessage: t } = useIntl()
  usePageTitle(t(text.title))
  const inBrowser = useInBrowser()
  const link = inBrowser ? linkOf(window.location.hash) : undefined
  return (
    <section className={c.link}>
      <h1>
        <FormattedMessage {...text.title} />
      </h1>
      {link && <Question key={link.token} {...link} />}
      {inBrowser && !link && (
        <p role="alert">
          <FormattedMessage {...text.none} />
        </p>
      )}
    </section>
  )
}

function Question({ wants, token }: { wants: 'confirm' | 'leave'; token: string }) {
  const { formatMessage: t } = useIntl()
  const confirm = useMutation({ ...confirmNewsletterMutation(), meta: { quiet: true } })
  const leave = useMutation({ ...leaveNewsletterMutation(), meta: { quiet: true } })
  const { mutate, data, error, isPending } = wants === 'confirm' ? confirm : leave
  if (data) return <p role="status">{data.message}</p>
  return (
    <>
      <p>
        <FormattedMessage {...(wants === 'confirm' ? text.confirmQuestion : text.leaveQuestion)} />
      </p>
      {error && <p role="alert">{problems(error, t(common.offline)).map(({ message }) => message)}</p>}
      <Button loading={isPending} aria-busy={isPending || undefined} onClick={() => mutate({ body: { token } })}>
        <FormattedMessage {...(wants === 'confirm' ? text.confirm : text.leave)} />
      </Button>
    </>
  )
}
