import { FormattedMessage } from 'react-intl'
import type { OrderView } from '@/lib/api/types.gen'
import { Money } from '@/components/price/money'
import { cashReturned, gatewayBack, hasRefund, type FromGateway } from './money-back'
import c from './refund.module.css'

type Props = { of: FromGateway & Pick<OrderView, 'refunds' | 'cash_to_pay_back' | 'cash_paid_back'> }

/** How cash of an order or a trip comes back, and what its gateway could not send, unless its refunds say it. */
export function WaysBack({ of }: Props) {
  if (hasRefund(of)) return null
  return [...cashReturned(of), ...gatewayBack(of)].map(({ message, amount }) => (
    <p key={message.id} className={c.quiet}>
      <FormattedMessage {...message} values={{ amount: <Money key="amount" value={amount} /> }} />
    </p>
  ))
}
