import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BusyButton } from '@/components/form/busy-button'
import { OptionGroup } from '@/components/form/option-group'
import { OptionRow } from '@/components/form/option-row'
import { useLeave } from '@/lib/page/leave'
import { toast } from '@/lib/page/toast'
import { useMoney } from '@/lib/scope/shop'
import { writeTabValue } from '@/lib/scope/tab-storage'
import { defineMessages, type Message } from '@/lib/text/messages'
import type { PurchasePayment } from './payment-words'

const text = defineMessages({
  other: { id: 'other_ways.other', defaultMessage: 'Pay in another way' },
  how: { id: 'other_ways.how', defaultMessage: 'How would you like to pay?' },
  wallet: { id: 'other_ways.wallet', defaultMessage: 'Wallet' },
  pay: { id: 'other_ways.pay', defaultMessage: 'Pay {amount}' },
  change: { id: 'other_ways.change', defaultMessage: 'Pay like this' },
  changed: { id: 'other_ways.changed', defaultMessage: 'The way to pay was changed.' },
})

type Method = 'cash_on_delivery' | 'wallet' | 'digital_payment' | 'offline_payment'

/** A way to pay. gateway: of a gateway, or an offline method. */
export type Way = { method: Method; gateway?: string }
type NamedWay = Way & { label: string }

/** Pays something, or changes how it is paid. */
export type Paying = {
  isBusy: boolean
  /** Calls done with the page to pay on, if there is one. */
  pay: (way: Way, done: (link: string | undefined) => void) => void
}

type Props = {
  of: PurchasePayment
  /** What cash is called here. */
  cash: Message
  paying: Paying
}

/** The other ways to pay what waits for its payment, behind a button. Nothing without any. */
export function OtherWays({ of, cash, paying }: Props) {
  const { formatMessage: t } = useIntl()
  const money = useMoney()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<NamedWay>()
  const { isLeaving, leave } = useLeave()
  const ways = waysOf(of, t(cash), t(text.wallet))
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
    paying.pay({ method, gateway }, (link) => {
      if (link) return leave(link)
      writeTabValue('payment', null) // it is no longer paid by the payment that its page shows
      toast(t(text.changed))
    })
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
        busy={paying.isBusy || isLeaving}
        onClick={() => chosen && pay(chosen)}
      >
        <FormattedMessage
          {...(paysNow ? text.pay : text.change)}
          values={{ amount: <bdi key="a">{money(of.to_pay)}</bdi> }}
        />
      </BusyButton>
    </>
  )
}

const keyOf = ({ method, gateway = '' }: Way) => `${method} ${gateway}`

/** Every offered way but the current one. */
function waysOf(of: PurchasePayment, cash: string, wallet: string): NamedWay[] {
  const { payment_methods: methods, gateways, offline_methods: offline } = of
  const all: NamedWay[] = [
    { method: 'cash_on_delivery', label: cash },
    { method: 'wallet', label: wallet },
    ...gateways.map(({ gateway, gateway_title }): NamedWay => ({
      method: 'digital_payment',
      gateway,
      label: gateway_title,
    })),
    ...offline.map(({ id, name }): NamedWay => ({ method: 'offline_payment', gateway: id, label: name })),
  ]
  return all.filter(
    ({ method, gateway }) =>
      methods.includes(method) &&
      // The form of an offline payment has all offline methods.
      !(method === of.payment_method && (method === 'offline_payment' || gateway === of.payment_gateway)),
  )
}
