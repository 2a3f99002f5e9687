import { IconBuildingBank, IconCash, IconCreditCard, IconWallet } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ChoiceCards } from '@/components/form/choice-cards'
import { OptionRow } from '@/components/form/option-row'
import type { QuoteView } from '@/lib/api/types.gen'
import { useMoney, useShop } from '@/lib/scope/shop'
import { defineMessages, type Message } from '@/lib/text/messages'
import type { Draft, PaymentMethod } from './draft'
import { isPaidFromWallet } from './wallet-payment'
import c from './checkout.module.css'

const text = defineMessages({
  payment: { id: 'checkout.payment', defaultMessage: 'Payment' },
  cash: { id: 'checkout.cash', defaultMessage: 'Cash on delivery' },
  cashDetail: { id: 'checkout.cash_detail', defaultMessage: 'Pay the rider at your door' },
  cashTakeAway: { id: 'checkout.cash_take_away', defaultMessage: 'Cash at the store' },
  cashTakeAwayDetail: { id: 'checkout.cash_take_away_detail', defaultMessage: 'Pay when you fetch it' },
  cashPickup: { id: 'checkout.cash_pickup', defaultMessage: 'Cash at pickup' },
  cashPickupDetail: { id: 'checkout.cash_pickup_detail', defaultMessage: 'Pay when you get the keys' },
  cashSender: { id: 'checkout.cash_sender', defaultMessage: 'Cash at pickup' },
  cashSenderDetail: { id: 'checkout.cash_sender_detail', defaultMessage: 'Pay the rider who picks it up' },
  wallet: { id: 'checkout.wallet', defaultMessage: 'Wallet' },
  walletDetail: { id: 'checkout.wallet_detail', defaultMessage: 'You have {balance}' },
  gatewayDetail: { id: 'checkout.gateway_detail', defaultMessage: 'Pay on the next page' },
  offlineDetail: { id: 'checkout.offline_detail', defaultMessage: 'Pay right afterwards' },
  offlineNote: {
    id: 'checkout.offline_note',
    defaultMessage:
      'When your order is placed, you see where to pay. The store begins as soon as your payment has arrived.',
  },
  gatewayNote: {
    id: 'checkout.gateway_note',
    defaultMessage: 'When your order is placed, you go on to {gateway}. The store begins as soon as you have paid.',
  },
  useWallet: { id: 'checkout.use_wallet', defaultMessage: 'Use my wallet' },
  useWalletDetail: {
    id: 'checkout.use_wallet_detail',
    defaultMessage: 'It has {balance}. You pay the rest in another way.',
  },
})

/** The choices of the draft. */
type Chosen = Pick<Draft, 'payment_method' | 'payment_gateway' | 'use_wallet'>

const cashWords = {
  door: [text.cash, text.cashDetail],
  store: [text.cashTakeAway, text.cashTakeAwayDetail],
  pickup: [text.cashPickup, text.cashPickupDetail],
  sender: [text.cashSender, text.cashSenderDetail],
} as const

/** What a quote says of the ways to pay. */
type Terms = Pick<
  QuoteView,
  'total' | 'wallet_part' | 'to_pay' | 'wallet_balance' | 'payment_methods' | 'gateways' | 'offline_methods'
>

type Props = {
  quote: Terms | undefined
  draft: Chosen
  change: (part: Partial<Chosen>) => void
  /** Where cash is paid. */
  cashAt: keyof typeof cashWords
  /** What happens after placing; default: the texts of orders. */
  notes?: { gateway: Message; offline: Message }
}

/** How the order is paid (CHK-03). Until there is a quote, only what is chosen is known. */
export function PaymentChoice(props: Props) {
  const { formatMessage: t } = useIntl()
  const choices = useChoices(props)
  const { quote, draft, change } = props
  const isCovered = quote !== undefined && isPaidFromWallet(quote)
  const chosen = isCovered ? 'wallet' : valueOf(draft.payment_method, draft.payment_gateway)
  const gateway = quote?.gateways.find(({ gateway: id }) => id === draft.payment_gateway)
  return (
    <>
      <UseWallet {...props} />
      <ChoiceCards
        label={t(text.payment)}
        name="payment"
        value={chosen}
        onChange={(value) =>
          // A wallet that covers everything leaves no rest for another way to pay.
          change({ ...methodIn(value), use_wallet: draft.use_wallet && !isCovered })
        }
        choices={choices}
      />
      {!isCovered && draft.payment_method === 'offline_payment' && (
        <p className={c.quiet}>
          <FormattedMessage {...(props.notes?.offline ?? text.offlineNote)} />
        </p>
      )}
      {!isCovered && draft.payment_method === 'digital_payment' && gateway && (
        <p className={c.quiet}>
          <FormattedMessage
            {...(props.notes?.gateway ?? text.gatewayNote)}
            values={{ gateway: <bdi key="gateway">{gateway.gateway_title}</bdi> }}
          />
        </p>
      )}
    </>
  )
}

/** The cards of all ways to pay the whole order, or the rest of it. */
function useChoices({ quote, cashAt }: Props) {
  const { formatMessage: t } = useIntl()
  const shop = useShop()
  const money = useMoney()
  const [cashLabel, cashDetail] = cashWords[cashAt]
  const cash = {
    value: 'cash_on_delivery',
    label: t(cashLabel),
    detail: t(cashDetail),
    icon: <IconCash size={24} aria-hidden />,
  }
  const wallet = {
    value: 'wallet',
    label: t(text.wallet),
    detail: t(text.walletDetail, { balance: money(quote?.wallet_balance ?? 0) }),
    icon: <IconWallet size={24} aria-hidden />,
  }
  const gateways = (quote?.gateways ?? []).map(({ gateway, gateway_title }) => ({
    value: valueOf('digital_payment', gateway),
    label: gateway_title,
    detail: t(text.gatewayDetail),
    icon: <IconCreditCard size={24} aria-hidden />,
  }))
  const offline = (quote?.offline_methods ?? []).map(({ id, name }) => ({
    value: valueOf('offline_payment', id),
    label: name,
    detail: t(text.offlineDetail),
    icon: <IconBuildingBank size={24} aria-hidden />,
  }))
  const hasWallet = quote?.payment_methods.includes('wallet')
  return [...(shop.cash_on_delivery ? [cash] : []), ...(hasWallet ? [wallet] : []), ...gateways, ...offline]
}

/** The wallet pays a part, and another way the rest (PRC-08). */
function UseWallet({ quote, draft, change }: Props) {
  const money = useMoney()
  const shop = useShop()
  const isPart = quote && quote.wallet_balance > 0 && quote.wallet_balance < quote.total
  if (!isPart || shop.partial_payment_status !== 1) return null
  return (
    <OptionRow
      type="checkbox"
      name="use_wallet"
      label={<FormattedMessage {...text.useWallet} />}
      detail={
        <FormattedMessage
          {...text.useWalletDetail}
          values={{ balance: <bdi key="balance">{money(quote.wallet_balance)}</bdi> }}
        />
      }
      checked={draft.use_wallet}
      onChange={(use_wallet) => change({ use_wallet })}
    />
  )
}

/** The value of a card: the method, and the gateway or offline method. */
const valueOf = (method: PaymentMethod, gateway: string) => (gateway ? `${method}:${gateway}` : method)

function methodIn(value: string) {
  const [method = '', gateway = ''] = value.split(/:(.*)/, 2)
  return { payment_method: method as PaymentMethod, payment_gateway: gateway }
}
