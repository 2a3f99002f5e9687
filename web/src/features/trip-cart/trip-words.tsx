import { FormattedMessage } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'

const text = defineMessages({
  hours: { id: 'trip_cart.hours', defaultMessage: '{hours, plural, one {# hour} other {# hours}}' },
})

/** A number of hours, in words. */
export const Hours = ({ hours }: { hours: number }) => <FormattedMessage {...text.hours} values={{ hours }} />
