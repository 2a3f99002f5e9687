import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { Dialog } from '@/components/overlay/dialog'
import { TextField } from '@/components/form/field'
import { OptionGroup } from '@/components/form/option-group'
import { OptionRow } from '@/components/form/option-row'
import type { WalletOutputBody } from '@/lib/api/types.gen'
import { useLeave } from '@/lib/page/leave'
import { useMoney, useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { readAmount } from '@/lib/text/read-amount'
import { bestBonus } from './bonus'
import { useAddFund, useBonuses } from './wallet-queries'
import c from './add-fund.module.css'

const text = defineMessages({
  // The specification prescribes the title and the two errors (WAL-01).
  title: { id: 'add_fund.title', defaultMessage: 'Add Fund to Wallet' },
  amountMissing: { id: 'add_fund.amount_missing', defaultMessage: 'Please Enter amount' },
  methodMissing: { id: 'add_fund.method_missing', defaultMessage: 'Payment method is required' },
  amount: { id: 'add_fund.amount', defaultMessage: 'Amount' },
  least: { id: 'add_fund.least', defaultMessage: 'At least {least}' },
  limits: { id: 'add_fund.limits', defaultMessage: 'From {least} to {most}' },
  tooLittle: { id: 'add_fund.too_little', defaultMessage: 'Please enter at least {least}.' },
  method: { id: 'add_fund.method', defaultMessage: 'Payment method' },
  extra: { id: 'add_fund.extra', defaultMessage: 'You get {bonus} extra' },
  submit: { id: 'add_fund.submit', defaultMessage: 'Continue to payment' },
})

type Props = { wallet: WalletOutputBody | undefined; opened?: boolean; onClose: () => void }

/** Asks for an amount and a payment method, then leads to the page of the gateway (WAL-01). */
export default function AddFund({ wallet, opened = true, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={<FormattedMessage {...text.title} />} width={440}>
      {wallet && <AddFundForm wallet={wallet} />}
    </Dialog>
  )
}

function AddFundForm({ wallet }: { wallet: WalletOutputBody }) {
  const { formatMessage: t } = useIntl()
  const money = useMoney()
  const { isLeaving, leave } = useLeave()
  const addFund = useAddFund()
  const { typed, setTyped, amount, problem, setLeft } = useAmount(wallet)
  const [method, setMethod] = useState<string>()
  const [isSent, setSent] = useState(false)
  const { least_top_up: minTopUp, most_top_up: maxTopUp } = wallet

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setLeft(true)
    setSent(true)
    if (amount <= 0 || problem || method === undefined) return
    addFund.mutate(
      { body: { amount, payment_method: method, callback: '/wallet', payment_platform: 'web' } },
      { onSuccess: ({ redirect_link }) => leave(redirect_link) },
    )
  }
  return (
    <form className={c.form} onSubmit={submit} noValidate>
      <TextField
        label={t(text.amount)}
        inputMode="decimal"
        autoComplete="off"
        dir="auto"
        data-autofocus
        description={t(maxTopUp > 0 ? text.limits : text.least, { least: money(minTopUp), most: money(maxTopUp) })}
        value={typed}
        error={problem}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => setLeft(true)}
      />
      <Extra amount={amount} />
      <OptionGroup title={t(text.method)} problem={isSent && method === undefined ? t(text.methodMissing) : undefined}>
        {/* The keyboard scrolls the list by moving through its options. */}
        <div className={c.methods}>
          {wallet.gateways.map(({ gateway, gateway_title }) => (
            <OptionRow
              key={gateway}
              type="radio"
              name="payment_method"
              label={<bdi>{gateway_title}</bdi>}
              checked={gateway === method}
              onChange={() => setMethod(gateway)}
            />
          ))}
        </div>
      </OptionGroup>
      <BusyButton type="submit" h={52} fullWidth disabled={amount <= 0} busy={addFund.isPending || isLeaving}>
        <FormattedMessage {...text.submit} />
      </BusyButton>
    </form>
  )
}

/** The typed amount; 0 if there is none. Its error shows once the field was left. */
function useAmount({ least_top_up: minTopUp, most_top_up: maxTopUp }: WalletOutputBody) {
  const intl = useIntl()
  const shop = useShop()
  const money = useMoney()
  const [typed, setTyped] = useState('')
  const [isLeft, setLeft] = useState(false)
  const read = readAmount(typed, intl, shop, maxTopUp > 0 ? maxTopUp : undefined)
  const amount = 'amount' in read ? (read.amount ?? 0) : 0
  const problemNow =
    'problem' in read
      ? read.problem
      : amount <= 0
        ? intl.formatMessage(text.amountMissing)
        : amount < minTopUp && intl.formatMessage(text.tooLittle, { least: money(minTopUp) })
  return { typed, setTyped, amount, problem: (isLeft && problemNow) || undefined, setLeft }
}

/** What the shop adds to this amount. */
function Extra({ amount }: { amount: number }) {
  const { data } = useBonuses()
  const shop = useShop()
  const money = useMoney()
  const bonus = bestBonus(data?.bonuses ?? [], amount, shop.digit_after_decimal_point)
  return (
    <p className={c.extra} role="status">
      {bonus > 0 && <FormattedMessage {...text.extra} values={{ bonus: <bdi key="bonus">{money(bonus)}</bdi> }} />}
    </p>
  )
}
