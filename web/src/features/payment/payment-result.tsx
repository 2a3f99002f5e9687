import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconClock, IconX } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Money } from '@/components/price/money'
import type { PayState } from '@/contracts/payment-result'
import type { GatewayPaymentView } from '@/lib/api/types.gen'
import { leaveFor } from '@/lib/page/leave'
import { problems } from '@/lib/requests/problems'
import { common } from '@/lib/text/intl'
import { useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { sumMajor } from '@/lib/text/money'
import { usePaymentResult } from './payment-queries'
import { resultWords, type Tone } from './result-words'
import c from './payment-result.module.css'

const text = defineMessages({
  looking: { id: 'payment_result.looking', defaultMessage: 'We are looking at your payment' },
  unknown: { id: 'payment_result.unknown', defaultMessage: 'We could not check your payment' },
  checkAgain: { id: 'payment_result.check_again', defaultMessage: 'Check again' },
  goOn: { id: 'payment_result.go_on', defaultMessage: 'Continue with the payment' },
})

type Props = {
  id: string
  /** The tracking token of the order that is paid, if this device has it. */
  token?: string
  /** The order or trip that is paid; undefined: a wallet is. */
  of?: PayState
  /** Starts another payment; undefined: the page itself offers it. */
  onAgain?: () => void
  onClose: () => void
}

/** What became of a payment whose shopper is back from the gateway, and what they can do next (WAL-01, CHK-03). */
export function PaymentResult({ id, token, of, onAgain, onClose }: Props) {
  const { query, isLong, isWaiting, askAgain } = usePaymentResult(id, token)
  const { data: payment, error } = query
  if (!payment) {
    return query.isError ? (
      <Notice tone="bad" heading={<FormattedMessage {...text.unknown} />} onClose={onClose}>
        <Reasons of={error} />
        <Actions>
          <CheckAgain busy={query.isFetching} onCheck={askAgain} />
        </Actions>
      </Notice>
    ) : (
      <Notice tone="wait" isBusy heading={<FormattedMessage {...text.looking} />} />
    )
  }
  if (of && isPast(payment, of)) return null
  const { tone, title, next } = resultWords(payment, { isLong, of })
  const values = { amount: <Money key="amount" value={payment.amount} />, sum: <Sum key="sum" payment={payment} /> }
  const canAgain = onAgain && isUnpaid(payment)
  return (
    <Notice
      tone={tone}
      isBusy={isWaiting && !isLong}
      heading={<FormattedMessage {...title} values={values} />}
      onClose={onClose}
    >
      <p>
        <FormattedMessage {...next} values={values} />
      </p>
      {(canAgain || (isWaiting && isLong)) && (
        <Actions>
          {canAgain && (
            <Button size="sm" h={44} onClick={onAgain}>
              <FormattedMessage {...common.retry} />
            </Button>
          )}
          {isWaiting && isLong && <CheckAgain busy={query.isFetching} onCheck={askAgain} />}
          {isWaiting && isLong && payment.url && <GoOn url={payment.url} />}
        </Actions>
      )}
    </Notice>
  )
}

const isUnpaid = ({ status }: GatewayPaymentView) => ['failed', 'canceled', 'expired'].includes(status)

/** Once it is over, its page says what became of the money. What goes on or is done was paid in another way. */
const isPast = (payment: GatewayPaymentView, of: PayState) =>
  payment.status === 'paid'
    ? of === 'canceled' || of === 'done'
    : isUnpaid(payment) && (of === 'running' || of === 'done')

/** What came into the wallet, with the bonus. */
function Sum({ payment: { amount, bonus } }: { payment: GatewayPaymentView }) {
  const digits = useShop().digit_after_decimal_point
  return <Money value={sumMajor([amount, bonus], digits)} />
}

type NoticeProps = { tone: Tone; heading: ReactNode; isBusy?: boolean; onClose?: () => void; children?: ReactNode }

const icons: Record<Tone, ReactNode> = {
  good: <IconCircleCheck size={28} aria-hidden />,
  bad: <IconAlertCircle size={28} aria-hidden />,
  wait: <IconClock size={28} aria-hidden />,
}

function Notice({ tone, heading, isBusy, onClose, children }: NoticeProps) {
  const { formatMessage: t } = useIntl()
  const titleId = useId()
  return (
    <section className={c.notice} data-tone={tone} aria-labelledby={titleId}>
      <span className={c.icon}>{isBusy ? <Loader size={28} aria-hidden /> : icons[tone]}</span>
      <div className={c.words} role="status">
        <h2 id={titleId} className={c.title}>
          {heading}
        </h2>
        {children}
      </div>
      {onClose && (
        <ActionIcon variant="subtle" size={44} onClick={onClose} aria-label={t(common.close)} className={c.close}>
          <IconX size={20} />
        </ActionIcon>
      )}
    </section>
  )
}

const Actions = ({ children }: { children: ReactNode }) => <div className={c.actions}>{children}</div>

const CheckAgain = ({ busy, onCheck }: { busy: boolean; onCheck: () => void }) => (
  <Button variant="default" size="sm" h={44} mod={{ loading: busy }} aria-busy={busy || undefined} onClick={onCheck}>
    <FormattedMessage {...text.checkAgain} />
  </Button>
)

const GoOn = ({ url }: { url: string }) => (
  <Button variant="default" size="sm" h={44} onClick={() => leaveFor(url)}>
    <FormattedMessage {...text.goOn} />
  </Button>
)

function Reasons({ of }: { of: unknown }) {
  const { formatMessage: t } = useIntl()
  return problems(of, t(common.offline)).map(({ message }) => (
    <p key={message}>
      <bdi>{message}</bdi>
    </p>
  ))
}
