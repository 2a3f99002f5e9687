import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/busy-button'
import { OptionGroup } from '@/components/option-group'
import { OptionRow } from '@/components/option-row'
import type { OrderView } from '@/lib/api/types.gen'
import { useLeave } from '@/lib/page/leave'
import { toast } from '@/lib/page/toast'
import { useMoney } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { usePayOrder } from './order-queries'

const text = defineMessages({
  other: { id: 'other_ways.other', defaultMessage: 'Pay in another way' },
  how: { id: 'other_ways.how', defaultMessage: 'How would you like to pay?' },
  cash: { id: 'other_ways.cash', defaultMessage: 'Cash on delivery' },
  cashTakeAway: { id: 'other_ways.cash_take_away', defaultMessage: 'Cash at the store' },
  wallet: { id: 'other_ways.wallet', defaultMessage: 'Wallet' },
  pay: { id: 'other_ways.pay', defaultMessage: 'Pay {amount}' },
  change: { id: 'other_ways.change', defaultMessage: 'Pay like this' },
  changed: { id: 'other_ways.changed', defaultMessage: 'The way to pay was changed.' },
})

type Method = 'cash_on_delivery' | 'wallet' | 'digital_payment' | 'offline_payment'
type Way = { method: Method; gateway?: string; label: string }

type Props = { order: OrderView; token: string | undefined }

/** The other ways to pay an order that waits for its payment, behind a button. Nothing without any. */
export function OtherWays({ order, token }: Props) {
  const { formatMessage: t } = useIntl()
  const money = useMoney()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Way>()
  const { isLeaving, leave } = useLeave()
  const paying = usePayOrder(order.id, token)
  const ways = waysOf(order, t(order.order_type === 'take_away' ? text.cashTakeAway : text.cash), t(text.wallet))
  if (ways.length === 0) return null
  if (!isOpen) {
    return (
      <Button variant="default" h={44} onClick={() => setOpen(true)}>
        <FormattedMessage {...text.other} />
      </Button>
    )
  }
  const paysNow = chosen?.method === 'wallet' || chosen?.method === 'digital_payment'
  const pay = ({ method, gateway }: Way) =>
    paying.mutate(
      { path: { id: order.id }, body: { token, payment_method: method, payment_gateway: gateway } },
      {
        onSuccess: ({ redirect_link: link }) => {
          if (link) return leave(link)
          toast(t(text.changed))
        },
      },
    )
  return (
    <>
      <OptionGroup title={t(text.how)}>
        {ways.map((way) => (
          <OptionRow
            key={keyOf(way)}
            type="radio"
            name="other-way"
            label={<bdi>{way.label}</bdi>}
            checked={chosen !== undefined && keyOf(chosen) === keyOf(way)}
            onChange={() => setChosen(way)}
          />
        ))}
      </OptionGroup>
      <BusyButton
        variant="default"
        size="md"
        fullWidth
        disabled={!chosen}
        busy={paying.isPending || isLeaving}
        onClick={() => chosen && pay(chosen)}
      >
        <FormattedMessage
          {...(paysNow ? text.pay : text.change)}
          values={{ amount: <bdi key="a">{money(order.to_pay)}</bdi> }}
        />
      </BusyButton>
    </>
  )
}

const keyOf = ({ method, gateway = '' }: Way) => `${method} ${gateway}`

/** Every offered way but the current one. */
function waysOf(order: OrderView, cash: string, wallet: string): Way[] {
  const { payment_methods: methods, gateways, offline_methods: offline } = order
  const all: Way[] = [
    { method: 'cash_on_delivery', label: cash },
    { method: 'wallet', label: wallet },
    ...gateways.map(({ gateway, gateway_title }): Way => ({
      method: 'digital_payment',
      gateway,
      label: gateway_title,
    })),
    ...offline.map(({ id, name }): Way => ({ method: 'offline_payment', gateway: id, label: name })),
  ]
  return all.filter(
    ({ method, gateway }) =>
      methods.includes(method) &&
      // The form of an offline payment has all offline methods.
      !(method === order.payment_method && (method === 'offline_payment' || gateway === order.payment_gateway)),
  )
}
