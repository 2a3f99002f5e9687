import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AmountField } from '@/components/form/amount-field'
import { BusyButton } from '@/components/form/busy-button'
import { TextField } from '@/components/form/field'
import { Money } from '@/components/price/money'
import { OptionGroup } from '@/components/form/option-group'
import { OptionRow } from '@/components/form/option-row'
import { chosenLines, UnitPicker, type Units } from '@/components/refund/unit-picker'
import { useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { sumMajor } from '@/lib/text/money'
import { openRequest, type MoneyFormProps } from './steps'
import c from './order-card.module.css'

const text = defineMessages({
  what: { id: 'desk_refund.what', defaultMessage: 'What do you give back?' },
  asked: { id: 'desk_refund.asked', defaultMessage: 'What was asked for' },
  rest: { id: 'desk_refund.rest', defaultMessage: 'Everything: {amount}' },
  some: { id: 'desk_refund.some', defaultMessage: 'Some items' },
  amount: { id: 'desk_refund.amount', defaultMessage: 'An amount' },
  how: { id: 'desk_refund.how_much', defaultMessage: 'How much?' },
  noAmount: { id: 'desk_refund.no_amount', defaultMessage: 'Please enter how much you give back' },
  noLine: { id: 'desk_refund.no_line', defaultMessage: 'Please choose at least one item' },
  words: { id: 'desk_refund.words', defaultMessage: 'What the shopper reads (optional)' },
  why: { id: 'desk_refund.why', defaultMessage: 'Why? The shopper reads this.' },
  missing: { id: 'desk_refund.missing', defaultMessage: 'Please say why' },
  wallet: { id: 'desk_refund.wallet', defaultMessage: 'Into the customer’s wallet, instead of to where it came from' },
  back: { id: 'desk_refund.back', defaultMessage: 'Back' },
})

const maxReasonLength = 300

/** What is given back: what was asked for, all that is left, some units of an order, or an amount. */
type Part = 'asked' | 'rest' | 'some' | 'amount'

type Draft = { part: Part | undefined; units: Units; amount?: number | undefined; reason: string; isForWallet: boolean }

/** Asks what is given back before the step is made: money cannot be taken back. */
export function RefundForm({ label, of, busy, onAnswer, onClose }: MoneyFormProps) {
  const { formatMessage: t } = useIntl()
  const { digit_after_decimal_point: digits } = useShop()
  const name = useId()
  const form = useRef<HTMLFormElement>(null)
  const choices = choicesOf(of, digits)
  const [draft, setDraft] = useState<Draft>({ part: choices.parts[0], units: {}, reason: '', isForWallet: false })
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const [isTried, setTried] = useState(false)
  // What the admin has seen: a decision that is sent again, or that somebody has made meanwhile, pays once.
  const [seen] = useState({ refunded: of.refunded, request_id: openRequest(of) })
  const lacks = lacksOf(draft, choices.asked !== undefined)

  // The button that was pressed has gone: the question takes the focus.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (busy || lacks.line || lacks.amount || lacks.reason) return
    onAnswer({
      reason: draft.reason.trim() || undefined,
      refund: { ...refundOf(draft), ...(seen.refunded && { refunded: seen.refunded }), request_id: seen.request_id },
    })
  }
  return (
    <form ref={form} className={c.steps} onSubmit={send} noValidate>
      <PartChoice choices={choices} draft={draft} lacks={isTried ? lacks : {}} onChange={change} />
      {of.has_wallet && of.payment_method !== 'wallet' && (
        <OptionRow
          type="checkbox"
          name={`${name}-wallet`}
          label={t(text.wallet)}
          checked={draft.isForWallet}
          onChange={(isForWallet) => change({ isForWallet })}
        />
      )}
      <TextField
        label={t(choices.asked ? text.words : text.why)}
        maxLength={maxReasonLength}
        value={draft.reason}
        error={isTried && lacks.reason ? t(text.missing) : undefined}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
      <BusyButton type="submit" size="lg" fullWidth busy={busy}>
        {t(label)}
      </BusyButton>
      <Button variant="default" fullWidth onClick={onClose}>
        <FormattedMessage {...text.back} />
      </Button>
    </form>
  )
}

type ChoiceProps = {
  choices: ReturnType<typeof choicesOf>
  draft: Draft
  lacks: { line?: boolean; amount?: boolean }
  onChange: (part: Partial<Draft>) => void
}

function PartChoice({ choices: { parts, left, lines }, draft: { part, units, amount }, lacks, onChange }: ChoiceProps) {
  const { formatMessage: t } = useIntl()
  const name = useId()
  return (
    <OptionGroup title={t(text.what)} problem={lacks.line ? t(text.noLine) : undefined}>
      {parts.map((each) => (
        <OptionRow
          key={each}
          type="radio"
          name={name}
          label={<PartLabel part={each} left={left} />}
          checked={part === each}
          onChange={() => onChange({ part: each })}
        />
      ))}
      {part === 'some' && <UnitPicker lines={lines} units={units} onChange={(picked) => onChange({ units: picked })} />}
      {part === 'amount' && (
        <AmountField
          label={t(text.how)}
          value={amount}
          maxAmount={left}
          error={lacks.amount ? t(text.noAmount) : undefined}
          onAmount={(typed) => onChange({ amount: typed })}
        />
      )}
    </OptionGroup>
  )
}

/** What is still missing. */
const lacksOf = ({ part, units, amount, reason }: Draft, isAsked: boolean) => ({
  line: part === 'some' && chosenLines(units).length === 0,
  amount: part === 'amount' && !amount,
  reason: !isAsked && reason.trim() === '',
})

/** What is given back, as the API takes it. */
const refundOf = ({ part, units, amount, isForWallet }: Draft) => ({
  ...(part === 'rest' && { whole: true }),
  ...(part === 'some' && { lines: chosenLines(units) }),
  ...(part === 'amount' && { amount }),
  ...(isForWallet && { to_wallet: true }),
})

/** What can be given back, and of how much. */
function choicesOf(of: MoneyFormProps['of'], digits: number) {
  const isTrip = 'trip_status' in of
  const lines = isTrip ? [] : of.lines // of a parcel there are none either
  const asked = of.refunds?.find(({ refund_status: status }) => status === 'requested')
  const parts: Part[] = [
    ...(asked?.lines.length ? (['asked'] as const) : []),
    'rest',
    ...(lines.length > 0 ? (['some'] as const) : []),
    'amount',
  ]
  return { left: isTrip ? of.to_refund : sumMajor([of.total, -(of.refunded ?? 0)], digits), lines, asked, parts }
}

function PartLabel({ part, left }: { part: Part; left: number }) {
  return (
    <FormattedMessage
      {...text[part]}
      values={part === 'rest' ? { amount: <Money key="amount" value={left} /> } : undefined}
    />
  )
}
