import { useIntl } from 'react-intl'
import { LinkBox } from '@/components/purchase/link-box'
import { defineMessages } from '@/lib/text/messages'
import { tripLinkWithToken } from './trip-tokens'

const text = defineMessages({
  title: { id: 'trip_link.title', defaultMessage: 'Save this link' },
  why: {
    id: 'trip_link.why',
    defaultMessage:
      'It opens this trip on any device, until 30 days after it is done. Whoever has it can see and cancel the trip.',
  },
  trip: { id: 'trip_link.trip', defaultMessage: 'Trip {id} · {provider}' },
})

type Props = { id: number; provider: string; token: string }

/** A link that opens the trip on any device (RNT-11), to copy or share. For guests, who have no list of trips (D29). */
export function TripLink({ id, provider, token }: Props) {
  const { formatMessage: t } = useIntl()
  return (
    <LinkBox
      title={text.title}
      why={text.why}
      link={tripLinkWithToken(id, token)}
      name={t(text.trip, { id, provider })}
    />
  )
}
