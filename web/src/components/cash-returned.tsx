import { FormattedMessage } from 'react-intl'
import type { OrderView } from '@/lib/api/types.gen'
import { Money } from './money'
import { cashReturned, hasRefund } from './money-back'
import c from './purchase-page.module.css'

type Props = { of: Pick<OrderView, 'refunds' | 'cash_to_pay_back' | 'cash_paid_back'> }

/** How cash of an order or a trip comes back, unless its refunds say it. */
export function CashReturned({ of }: Props) {
  if (hasRefund(of)) return null
  return cashReturned(of).map(({ message, amount }) => (
    <p key={message.id} className={c.quiet}>
      <FormattedMessage {...message} values={{ amount: <Money key="amount" value={amount} /> }} />
    </p>
  ))
}
