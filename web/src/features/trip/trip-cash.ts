import { defineMessages } from '@/lib/text/messages'

const text = defineMessages({
  cash: { id: 'trip_payment.cash', defaultMessage: 'Cash at pickup' },
})

/** What cash is called for a trip. */
export const tripCash = text.cash
