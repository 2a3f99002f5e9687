import { useIntl } from 'react-intl'
import { LinkBox } from '@/components/purchase/link-box'
import { defineMessages } from '@/lib/text/messages'
import { followLink, orderLinkWithToken } from './order-tokens'

const text = defineMessages({
  title: { id: 'order_link.title', defaultMessage: 'Save this link' },
  why: {
    id: 'order_link.why',
    defaultMessage:
      'It opens this order on any device, until 30 days after it is done. Whoever has it can see and cancel the order.',
  },
  order: { id: 'order_link.order', defaultMessage: 'Order {id} · {store}' },
  follow: { id: 'order_link.follow', defaultMessage: 'Let the receiver follow it' },
  followWhy: {
    id: 'order_link.follow_why',
    defaultMessage:
      'Whoever has this link sees the parcel come, and what is to be paid at the door. It does not show your address.',
  },
  parcel: { id: 'order_link.parcel', defaultMessage: 'A parcel is on its way to you' },
})

type Props = { id: number; store: string; token: string }

/** A link that opens the order on any device (ORD-02), to copy or share. For guests. */
export function OrderLink({ id, store, token }: Props) {
  const { formatMessage: t } = useIntl()
  return (
    <LinkBox
      title={text.title}
      why={text.why}
      link={orderLinkWithToken(id, token)}
      name={t(text.order, { id, store })}
    />
  )
}

/** A link with which the receiver of a parcel follows it, for its sender to pass on (PCL-01). */
export function FollowLink({ id, token }: { id: number; token: string }) {
  const { formatMessage: t } = useIntl()
  return <LinkBox title={text.follow} why={text.followWhy} link={followLink(id, token)} name={t(text.parcel)} />
}
