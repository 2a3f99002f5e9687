import { FormattedMessage } from 'react-intl'
import type { TripView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import { Money } from '@/components/price/money'
import c from './trip-rules.module.css'

const text = defineMessages({
  cancel: {
    id: 'trip_rules.cancel',
    defaultMessage:
      'Canceling is free until the provider confirms, and until {hours, plural, one {# hour} other {# hours}} before the pickup. Later you get {percent}% back.',
  },
  deposit: {
    id: 'trip_rules.deposit',
    defaultMessage:
      'The deposit of {amount} comes back after the return, less what an extension or a late return costs.',
  },
  depositCanceled: { id: 'trip_rules.deposit_canceled', defaultMessage: 'If you cancel, all of it comes back.' },
  late: {
    id: 'trip_rules.late',
    defaultMessage:
      'A return that is more than {minutes, plural, one {# minute} other {# minutes}} late costs {percent}% of the undiscounted hourly price for each started hour.',
  },
  lateOf: {
    id: 'trip_rules.late_of',
    defaultMessage:
      'A return that is more than {minutes, plural, one {# minute} other {# minutes}} late costs {percent}% of the undiscounted hourly price ({price}) for each started hour.',
  },
})

type Props = {
  of: Pick<TripView, 'cancellation' | 'deposit' | 'late_return'>
  /** Default: yes. */
  mayCancel?: boolean
}

/** What a shopper must know before they book or cancel a trip, and while it is under way. */
export function TripRules({ of, mayCancel = true }: Props) {
  const { cancellation, deposit, late_return: late } = of
  return (
    <ul className={c.rules}>
      {mayCancel && (
        <li>
          <FormattedMessage
            {...text.cancel}
            values={{ hours: cancellation.free_hours, percent: cancellation.late_percent }}
          />
        </li>
      )}
      {deposit > 0 && (
        <li>
          <FormattedMessage {...text.deposit} values={{ amount: <Money key="amount" value={deposit} /> }} />
          {mayCancel && (
            <>
              {' '}
              <FormattedMessage {...text.depositCanceled} />
            </>
          )}
        </li>
      )}
      {late.percent > 0 && (
        <li>
          <FormattedMessage
            {...(late.hour_price ? text.lateOf : text.late)}
            values={{
              minutes: late.grace_minutes,
              percent: late.percent,
              price: <Money key="price" value={late.hour_price ?? 0} />,
            }}
          />
        </li>
      )}
    </ul>
  )
}
