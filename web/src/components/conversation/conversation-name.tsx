import { IconHeadset, IconMotorbike } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { Avatar } from '@/components/account/avatar'
import type { ConversationView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import c from './conversation-name.module.css'

const text = defineMessages({
  support: { id: 'conversation.support', defaultMessage: 'Support' },
  customer: { id: 'conversation.customer', defaultMessage: 'Customer' },
  both: { id: 'conversation.both', defaultMessage: '{customer} and {store}' },
})

/** Who is on the other side; for an admin who reads a reported one, both. */
export function useConversationName({ with: kind, name, store_name, state, store_id, provider_id }: ConversationView) {
  const { formatMessage: t } = useIntl()
  const isCustomers = store_id === undefined && provider_id === undefined && kind === 'support'
  if (name === '') return t(isCustomers ? text.support : text.customer)
  return state === 'watched' && store_name ? t(text.both, { customer: name, store: store_name }) : name
}

type Props = { conversation: ConversationView; size: number }

export function ConversationAvatar({ conversation, size }: Props) {
  const { with: kind, image_full_url, name } = conversation
  if (kind === 'support' && name === '')
    return (
      <span className={c.disc} style={{ inlineSize: size, blockSize: size }} aria-hidden>
        <IconHeadset size={size * 0.55} />
      </span>
    )
  if (kind === 'rider' && image_full_url === '')
    return (
      <span className={c.disc} style={{ inlineSize: size, blockSize: size }} aria-hidden>
        <IconMotorbike size={size * 0.55} className="mirrored" />
      </span>
    )
  return <Avatar src={image_full_url} name={name} size={size} />
}
