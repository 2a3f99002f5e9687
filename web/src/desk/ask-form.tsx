import { Button } from '@mantine/core'
import { useEffect, useId, useRef, type FormEvent, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { defineMessages, type Message } from '@/lib/text/messages'
import c from './ask-form.module.css'
import b from './buttons.module.css'

const text = defineMessages({
  back: { id: 'desk_ask.back', defaultMessage: 'Back' },
})

type Props = {
  /** What the step does. */
  hint: Message
  /** What the hint names. */
  values?: Record<string, ReactNode>
  /** What else is read before the answer, with the hint. */
  facts?: ReactNode
  /** The step. */
  label: Message
  busy: boolean
  onSend: () => void
  onClose: () => void
  /** A field. */
  children?: ReactNode
}

/** Asks once more before a step that cannot be taken back. */
export function AskForm({ hint, values = {}, facts, label, busy, onSend, onClose, children }: Props) {
  const { formatMessage: t } = useIntl()
  const hintId = useId()
  const form = useRef<HTMLFormElement>(null)

  // The button that was pressed has gone: the question takes the focus, in its field if it has one.
  useEffect(() => (form.current?.querySelector('textarea') ?? form.current)?.focus(), [])

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSend()
  }
  return (
    <form ref={form} className={c.form} tabIndex={-1} aria-labelledby={hintId} onSubmit={send} noValidate>
      <div id={hintId} className={c.hint}>
        <p>
          <FormattedMessage {...hint} values={values} />
        </p>
        {facts}
      </div>
      {children}
      <div className={b.buttons}>
        <BusyButton type="submit" mih={44} busy={busy}>
          {t(label)}
        </BusyButton>
        <Button variant="default" mih={44} onClick={onClose}>
          <FormattedMessage {...text.back} />
        </Button>
      </div>
    </form>
  )
}
