import { FormattedMessage, FormattedNumber } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'

const text = defineMessages({
  km: { id: 'kilometres.km', defaultMessage: '{distance} km' },
})

/** A distance of a trip, with three decimals (MAP-02). */
export function Kilometres({ distance }: { distance: number }) {
  const number = <FormattedNumber value={distance} minimumFractionDigits={3} maximumFractionDigits={3} />
  return <FormattedMessage {...text.km} values={{ distance: <bdi key="distance">{number}</bdi> }} />
}
