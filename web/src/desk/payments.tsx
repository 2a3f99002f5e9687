import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Badge } from '@/components/badge'
import { TextAreaField } from '@/components/form/field'
import { Money } from '@/components/price/money'
import { More } from '@/components/layout/more'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import type { PaymentProblemView, StaffMemberView } from '@/lib/api/types.gen'
import { toast } from '@/lib/page/toast'
import { useShop } from '@/lib/scope/shop'
import { defineMessages, type Message } from '@/lib/text/messages'
import { dayTime } from '@/lib/text/time-formats'
import { useDates } from '@/lib/text/times'
import { AskForm } from './ask-form'
import { useDecide, usePaymentProblems, type Action } from './desk-payments'
import { NothingNew } from './nothing-new'
import b from './buttons.module.css'
import c from './payments.module.css'

const text = defineMessages({
  none: { id: 'desk_payments.none', defaultMessage: 'No payment needs a decision' },
  held: { id: 'desk_payments.held', defaultMessage: 'Money that does not fit' },
  failed: { id: 'desk_payments.failed', defaultMessage: 'Refund failed' },
  expected: { id: 'desk_payments.expected', defaultMessage: 'It should have been' },
  unknown: { id: 'desk_payments.unknown', defaultMessage: 'It belongs to no payment that the shop knows.' },
  gateway: { id: 'desk_payments.gateway', defaultMessage: 'At the gateway' },
  reason: { id: 'desk_payments.reason', defaultMessage: 'What the gateway said' },
  retries: {
    id: 'desk_payments.retries',
    defaultMessage: '{count, plural, one {Tried again once} other {Tried again # times}}',
  },
  of: { id: 'desk_payments.of', defaultMessage: 'Paid for' },
  order: { id: 'desk_payments.order', defaultMessage: 'Order {id}' },
  trip: { id: 'desk_payments.trip', defaultMessage: 'Trip {id}' },
  wallet: { id: 'desk_payments.wallet', defaultMessage: 'Money for the wallet' },
  customer: { id: 'desk_payments.customer', defaultMessage: 'Customer' },
  note: { id: 'desk_payments.note', defaultMessage: 'Your note (optional)' },
  noteNeeded: { id: 'desk_payments.note_needed', defaultMessage: 'What did you do?' },
  noteMissing: { id: 'desk_payments.note_missing', defaultMessage: 'Please say what you did' },
  noteHint: { id: 'desk_payments.note_hint', defaultMessage: 'Stored with your name. The shopper does not read it.' },
})

type Words = { label: Message; hint: Message; done: Message }

const settle = defineMessages({
  label: { id: 'desk_payments.settle', defaultMessage: 'I have settled it elsewhere' },
  done: { id: 'desk_payments.settled', defaultMessage: 'It is settled' },
})

const sendBack: Words = defineMessages({
  label: { id: 'desk_payments.send_back', defaultMessage: 'Send it back' },
  hint: { id: 'desk_payments.send_back_hint', defaultMessage: 'All of it goes back to where it came from.' },
  done: { id: 'desk_payments.sent_back', defaultMessage: 'The money goes back' },
})
const settleCharge: Words = {
  ...settle,
  ...defineMessages({
    hint: {
      id: 'desk_payments.settle_charge_hint',
      defaultMessage: 'For money that you have sent back at the gateway itself. Nothing is entered in the ledger.',
    },
  }),
}
const retry: Words = defineMessages({
  label: { id: 'desk_payments.retry', defaultMessage: 'Try the refund again' },
  hint: { id: 'desk_payments.retry_hint', defaultMessage: 'The gateway is asked once more.' },
  done: { id: 'desk_payments.retried', defaultMessage: 'The refund is tried again' },
})
const credit: Words = defineMessages({
  label: { id: 'desk_payments.credit', defaultMessage: 'Put it into the wallet' },
  hint: {
    id: 'desk_payments.credit_hint',
    defaultMessage: 'The customer can spend it at once. It cannot be taken back.',
  },
  done: { id: 'desk_payments.credited', defaultMessage: 'The money is in the wallet' },
})
const settleRefund: Words = {
  ...settle,
  ...defineMessages({
    hint: {
      id: 'desk_payments.settle_refund_hint',
      defaultMessage: 'For money that you have given back outside of the shop, such as by bank transfer.',
    },
  }),
}

const wordsOf = (kind: PaymentProblemView['kind'], action: Action): Words => {
  if (action === 'settle') return kind === 'held_charge' ? settleCharge : settleRefund
  return { send_back: sendBack, retry, credit }[action]
}

const maxNoteLength = 500

/** What came and does not fit, and what could not be sent back, for an admin (WAL-02). */
export default function Payments({ member }: { member: StaffMemberView }) {
  const { list, problems } = usePaymentProblems(member)
  const query = { ...list, data: problems, refetch: () => list.refetch() }
  return (
    <QueryView query={query} skeleton={<Skeleton height={220} radius={18} />}>
      {(all) =>
        all.length === 0 ? (
          <NothingNew title={<FormattedMessage {...text.none} />} />
        ) : (
          <>
            <ul className={c.list}>
              {all.map((problem) => (
                <Problem key={problem.kind + problem.id} member={member} problem={problem} />
              ))}
            </ul>
            <More list={list} />
          </>
        )
      }
    </QueryView>
  )
}

type ProblemProps = { member: StaffMemberView; problem: PaymentProblemView }

function Problem({ member, problem }: ProblemProps) {
  const { formatMessage: t } = useIntl()
  const write = useDates(useShop().time_zone)
  const isHeld = problem.kind === 'held_charge'
  const kind = t(isHeld ? text.held : text.failed)
  return (
    <li className={c.problem} aria-label={`${kind} ${problem.gateway_ref}`}>
      <p className={c.head}>
        <Badge tone={isHeld ? 'fresh' : 'deal-soft'}>{kind}</Badge>
        <time dateTime={problem.since} className={c.quiet}>
          {write(problem.since, dayTime)}
        </time>
      </p>
      <p className={c.amount}>
        <Amount value={problem.amount} currency={problem.currency} />
      </p>
      <Facts problem={problem} />
      <Actions member={member} problem={problem} />
    </li>
  )
}

/** Held money may be in another currency than the shop's. */
function Amount({ value, currency }: { value: number; currency: string }) {
  const { formatNumber } = useIntl()
  const shop = useShop()
  if (currency === shop.currency) return <Money value={value} />
  return <bdi className="num">{formatNumber(value, { style: 'currency', currency, currencyDisplay: 'code' })}</bdi>
}

function Facts({ problem }: { problem: PaymentProblemView }) {
  const { kind, expected, reason, gateway, gateway_ref: ref, order_id: order, trip_id: trip } = problem
  const { customer_name: name, retries } = problem
  return (
    <dl className={c.facts}>
      {kind === 'held_charge' && expected !== undefined && (
        <Fact name={text.expected}>
          <Money value={expected} />
        </Fact>
      )}
      {kind === 'failed_refund' && reason && (
        <Fact name={text.reason}>
          <bdi>{reason}</bdi>
        </Fact>
      )}
      <Fact name={text.of}>
        {problem.payment_id ? (
          <FormattedMessage
            {...(order ? text.order : trip ? text.trip : text.wallet)}
            values={{ id: <bdi key="id">{order ?? trip}</bdi> }}
          />
        ) : (
          <FormattedMessage {...text.unknown} />
        )}
      </Fact>
      {problem.customer_id && (
        <Fact name={text.customer}>
          <bdi>{name || problem.customer_id}</bdi>
        </Fact>
      )}
      <Fact name={text.gateway} isWide>
        <bdi>{gateway}</bdi> <bdi className={c.ref}>{ref}</bdi>
      </Fact>
      {retries > 0 && (
        <div>
          <dt className="sr">
            <FormattedMessage {...text.failed} />
          </dt>
          <dd>
            <FormattedMessage {...text.retries} values={{ count: retries }} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function Fact({ name, isWide, children }: { name: Message; isWide?: boolean; children: ReactNode }) {
  return (
    <div data-wide={isWide}>
      <dt>
        <FormattedMessage {...name} />
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

function Actions({ member, problem }: ProblemProps) {
  const { formatMessage: t } = useIntl()
  const [chosen, setChosen] = useState<Action>()
  const decide = useDecide(member)
  const send = (action: Action, note?: string) => {
    if (decide.isPending) return
    decide
      .mutateAsync({ problem, action, note })
      .then(() => toast(t(wordsOf(problem.kind, action).done)))
      .catch(() => {}) // a toast says why
  }
  if (chosen && problem.actions.includes(chosen)) {
    return (
      <NoteForm
        words={wordsOf(problem.kind, chosen)}
        needsNote={chosen === 'settle'}
        busy={decide.isPending}
        onSend={(note) => send(chosen, note)}
        onClose={() => setChosen(undefined)}
      />
    )
  }
  return (
    <div className={b.buttons}>
      {problem.actions.map((action, at) => (
        <Button key={action} variant={at === 0 ? 'filled' : 'default'} mih={44} onClick={() => setChosen(action)}>
          <FormattedMessage {...wordsOf(problem.kind, action).label} />
        </Button>
      ))}
    </div>
  )
}

type FormProps = {
  words: Words
  needsNote: boolean
  busy: boolean
  onSend: (note?: string) => void
  onClose: () => void
}

/** Asks before money moves. Stays open with its note while sending fails. */
function NoteForm({ words, needsNote, busy, onSend, onClose }: FormProps) {
  const { formatMessage: t } = useIntl()
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const isMissing = needsNote && note.trim() === ''
  const send = () => {
    setTried(true)
    if (!isMissing) onSend(note.trim() || undefined)
  }
  return (
    <AskForm hint={words.hint} label={words.label} busy={busy} onSend={send} onClose={onClose}>
      <TextAreaField
        label={t(needsNote ? text.noteNeeded : text.note)}
        description={t(text.noteHint)}
        maxLength={maxNoteLength}
        value={note}
        error={isTried && isMissing ? t(text.noteMissing) : undefined}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </AskForm>
  )
}
