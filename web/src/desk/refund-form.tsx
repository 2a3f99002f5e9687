import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/busy-button'
import { TextField } from '@/components/field'
import { Money } from '@/components/money'
import { OptionGroup } from '@/components/option-group'
import { OptionRow } from '@/components/option-row'
import { chosenLines, UnitPicker, type Units } from '@/components/unit-picker'
import type { StaffOrderView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import type { Answer, Step } from './steps'
import c from './order-card.module.css'

const text = defineMessages({
  what: { id: 'desk_refund.what', defaultMessage: 'What do you give back?' },
  asked: { id: 'desk_refund.asked', defaultMessage: 'What was asked for' },
  rest: { id: 'desk_refund.rest', defaultMessage: 'Everything: {amount}' },
  some: { id: 'desk_refund.some', defaultMessage: 'Some items' },
  noLine: { id: 'desk_refund.no_line', defaultMessage: 'Please choose at least one item' },
  words: { id: 'desk_refund.words', defaultMessage: 'What the shopper reads (optional)' },
  why: { id: 'desk_refund.why', defaultMessage: 'Why? The shopper reads this.' },
  missing: { id: 'desk_refund.missing', defaultMessage: 'Please say why' },
  wallet: { id: 'desk_refund.wallet', defaultMessage: 'Into the customer’s wallet, instead of to where it came from' },
  back: { id: 'desk_refund.back', defaultMessage: 'Back' },
})

const longestReason = 300

/** What is given back: what was asked for, all that is left, or some units. */
type Part = 'asked' | 'rest' | 'some'

type Props = {
  step: Step
  order: StaffOrderView
  busy: boolean
  onAnswer: (answer: Answer) => void
  onClose: () => void
}

/** Asks what is given back before the step is made: money cannot be taken back. */
export function RefundForm({ step, order, busy, onAnswer, onClose }: Props) {
  const { formatMessage: t } = useIntl()
  const name = useId()
  const form = useRef<HTMLFormElement>(null)
  const asked = order.refunds?.find(({ refund_status: status }) => status === 'requested')
  const parts: Part[] = asked?.lines.length ? ['asked', 'rest', 'some'] : ['rest', 'some']
  const [part, setPart] = useState(parts[0])
  const [units, setUnits] = useState<Units>({})
  const [reason, setReason] = useState('')
  const [isForWallet, setForWallet] = useState(false)
  const [isTried, setTried] = useState(false)
  const lines = chosenLines(units)
  const lacksLine = part === 'some' && lines.length === 0
  const lacksReason = !asked && reason.trim() === ''

  // The button that was pressed has gone: the question takes the focus.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (busy || lacksLine || lacksReason) return
    onAnswer({
      reason: reason.trim() || undefined,
      refund: {
        ...(part === 'rest' ? { whole: true } : part === 'some' ? { lines } : {}),
        ...(isForWallet && { to_wallet: true }),
        ...(order.refunded && { refunded: order.refunded }), // sent again later, it pays once
      },
    })
  }
  const left = <Money key="amount" value={order.total - (order.refunded ?? 0)} />
  return (
    <form ref={form} className={c.steps} onSubmit={send} noValidate>
      <OptionGroup title={t(text.what)} problem={isTried && lacksLine ? t(text.noLine) : undefined}>
        {parts.map((each) => (
          <OptionRow
            key={each}
            type="radio"
            name={name}
            label={each === 'rest' ? <FormattedMessage {...text.rest} values={{ amount: left }} /> : t(text[each])}
            checked={part === each}
            onChange={() => setPart(each)}
          />
        ))}
        {part === 'some' && <UnitPicker lines={order.lines} units={units} onChange={setUnits} />}
      </OptionGroup>
      {order.has_wallet && order.payment_method !== 'wallet' && (
        <OptionRow
          type="checkbox"
          name={`${name}-wallet`}
          label={t(text.wallet)}
          checked={isForWallet}
          onChange={setForWallet}
        />
      )}
      <TextField
        label={t(asked ? text.words : text.why)}
        maxLength={longestReason}
        value={reason}
        error={isTried && lacksReason ? t(text.missing) : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <BusyButton type="submit" size="lg" fullWidth busy={busy}>
        {t(step.label)}
      </BusyButton>
      <Button variant="default" fullWidth onClick={onClose}>
        <FormattedMessage {...text.back} />
      </Button>
    </form>
  )
}
