import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { TextField } from '@/components/form/field'
import { OptionGroup } from '@/components/form/option-group'
import { OptionRow } from '@/components/form/option-row'
import { createAppIntl } from '@/lib/text/intl'
import { defineMessages, type Message } from '@/lib/text/messages'
import type { Answer, Step } from './steps'
import c from './order-card.module.css'

const text = defineMessages({
  why: { id: 'desk_reason.why', defaultMessage: 'Why? The shopper reads this.' },
  other: { id: 'desk_reason.other', defaultMessage: 'Another reason' },
  own: { id: 'desk_reason.own', defaultMessage: 'In your words' },
  missing: { id: 'desk_reason.missing', defaultMessage: 'Please say why' },
  keep: { id: 'desk_reason.keep', defaultMessage: 'Keep the order' },
  soldOut: {
    id: 'desk_reason.sold_out',
    defaultMessage: 'What is sold out? Nobody can order it until you count it again.',
  },
})

/**
 * Usual reasons are sent in English, and the server translates them for each reader. The ids of their messages begin
 * with usual_reason: a test of the server demands a translation of each.
 */
const english = createAppIntl('en', {})

const maxReasonLength = 300
const other = 'other'

type Props = {
  step: Pick<Step, 'label' | 'reasons' | 'keep' | 'soldOut'>
  /** The question; without it, the shopper reads the reason. */
  why?: Message
  /** Of the button that closes the question, if the step has none; without it, an order would end. */
  keep?: Message
  busy: boolean
  onAnswer: (answer: Answer) => void
  onClose: () => void
}

/** Asks why an order or a trip ends before the step is made: it cannot be taken back. */
export function ReasonForm({ step, why = text.why, keep = text.keep, busy, onAnswer, onClose }: Props) {
  const { formatMessage: t } = useIntl()
  const name = useId()
  const form = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState('')
  const [own, setOwn] = useState('')
  const [soldOutLines, setSoldOutLines] = useState<readonly number[]>([])
  const [isTried, setTried] = useState(false)
  const usual = (step.reasons ?? []).map((reason) => ({ value: english.formatMessage(reason), label: t(reason) }))
  const isOther = chosen === other
  const reason = (isOther ? own : chosen).trim()
  const isSoldOut = step.soldOut && chosen === english.formatMessage(step.soldOut.reason)
  const soldOut = isSoldOut ? step.soldOut : undefined
  const problem = isTried && reason === '' ? t(text.missing) : undefined

  // The button that was pressed has gone: the question takes the focus.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (reason !== '' && !busy) onAnswer({ reason, ...(soldOut && soldOutLines.length > 0 && { soldOutLines }) })
  }
  return (
    <form ref={form} className={c.steps} onSubmit={send} noValidate>
      <OptionGroup title={t(why)} problem={isOther ? undefined : problem}>
        {[...usual, { value: other, label: t(text.other) }].map(({ value, label }) => (
          <OptionRow
            key={value}
            type="radio"
            name={name}
            label={label}
            checked={chosen === value}
            onChange={(checked) => setChosen(checked ? value : '')}
          />
        ))}
      </OptionGroup>
      {isOther && (
        <TextField
          label={t(text.own)}
          maxLength={maxReasonLength}
          value={own}
          error={problem}
          onChange={(event) => setOwn(event.currentTarget.value)}
        />
      )}
      {soldOut && <SoldOutLines lines={soldOut.lines} chosen={soldOutLines} onChange={setSoldOutLines} />}
      <BusyButton type="submit" size="lg" color="chili" fullWidth busy={busy}>
        {t(step.label)}
      </BusyButton>
      <Button variant="default" fullWidth onClick={onClose}>
        <FormattedMessage {...(step.keep ?? keep)} />
      </Button>
    </form>
  )
}

type SoldOutProps = {
  lines: NonNullable<Step['soldOut']>['lines']
  chosen: readonly number[]
  onChange: (chosen: readonly number[]) => void
}

function SoldOutLines({ lines, chosen, onChange }: SoldOutProps) {
  const { formatMessage: t } = useIntl()
  const name = useId()
  return (
    <OptionGroup title={t(text.soldOut)}>
      {lines.map(({ id, name: item, options }) => (
        <OptionRow
          key={id}
          type="checkbox"
          name={name}
          label={<bdi>{item}</bdi>}
          detail={options && <bdi>{options}</bdi>}
          checked={chosen.includes(id)}
          onChange={(checked) => onChange(checked ? [...chosen, id] : chosen.filter((line) => line !== id))}
        />
      ))}
    </OptionGroup>
  )
}
