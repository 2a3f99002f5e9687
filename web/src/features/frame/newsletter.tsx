import { useMutation } from '@tanstack/react-query'
import { IconAlertCircle } from '@tabler/icons-react'
import { useId, useRef, useState, type SubmitEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { subscribeNewsletterMutation } from '@/lib/api/@tanstack/react-query.gen'
import { isEmail } from '@/lib/account/email'
import { defineMessages } from '@/lib/text/messages'
import { toast } from '@/lib/page/toast'
import c from './newsletter.module.css'

const text = defineMessages({
  email: { id: 'newsletter.email', defaultMessage: 'Your email' },
  subscribe: { id: 'newsletter.subscribe', defaultMessage: 'Subscribe' },
  invalid: { id: 'newsletter.invalid', defaultMessage: 'Please insert a valid email.' },
})

/** The subscription form (HDR-08). It shows the server's message. */
export function Newsletter({ title, subTitle }: { title: string; subTitle: string }) {
  const { formatMessage: t } = useIntl()
  const [isBad, setBad] = useState(false)
  const problemId = useId()
  const field = useRef<HTMLInputElement>(null)
  const subscribe = useMutation({
    ...subscribeNewsletterMutation(),
    onSuccess: ({ message }) => toast(message), // also if the shopper has left the page
  })

  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const email = field.current?.value.trim() ?? ''
    setBad(!isEmail(email))
    if (!isEmail(email) || subscribe.isPending) return
    subscribe.mutate({ body: { email } }, { onSuccess: () => form.reset() })
  }

  return (
    <section className={c.row} aria-label={title}>
      <div>
        <h2 className={c.title}>
          <bdi>{title}</bdi>
        </h2>
        <p>
          <bdi>{subTitle}</bdi>
        </p>
      </div>
      <form className={c.form} onSubmit={send} noValidate>
        <div className={c.pill}>
          <input
            ref={field}
            className={c.input}
            type="email"
            name="email"
            autoComplete="email"
            maxLength={255}
            aria-label={t(text.email)}
            placeholder={t(text.email)}
            aria-invalid={isBad}
            aria-describedby={isBad ? problemId : undefined}
          />
          <button type="submit" className={c.button} aria-busy={subscribe.isPending}>
            <FormattedMessage {...text.subscribe} />
          </button>
        </div>
        {isBad && (
          <p id={problemId} className={c.problem} role="alert">
            <IconAlertCircle size={18} aria-hidden />
            <FormattedMessage {...text.invalid} />
          </p>
        )}
      </form>
    </section>
  )
}
