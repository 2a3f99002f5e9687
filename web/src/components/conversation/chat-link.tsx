import { Button } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { useAccountDialogs } from '@/contracts/account-dialogs'
import { hrefTo } from '@/lib/page/href'
import { useScope } from '@/lib/scope/scope'
import { isLoginOn, useShop } from '@/lib/scope/shop'
import { defineMessages } from '@/lib/text/messages'
import { AppLink } from '@/components/app-link'

const text = defineMessages({
  store: { id: 'chat_link.store', defaultMessage: 'Write to the store' },
  provider: { id: 'chat_link.provider', defaultMessage: 'Write to the provider' },
  rider: { id: 'chat_link.rider', defaultMessage: 'Write to the rider' },
  support: { id: 'chat_link.support', defaultMessage: 'Write to support' },
})

type Props = {
  to: keyof typeof text
  store?: number
  provider?: number
  order?: number
  trip?: number
}

/** Opens a conversation (CHAT-01). Guests are asked to sign in first, and get there afterwards. */
export function ChatLink({ to, store, provider, order, trip }: Props) {
  const { signedIn } = useScope()
  const { signIn } = useAccountDialogs()
  const href = hrefTo('/profile', { search: { page: 'inbox', with: to, store, provider, order, trip } })
  if (!isLoginOn(useShop())) return null
  const look = { variant: 'default', h: 44, leftSection: <IconMessageCircle size={18} aria-hidden /> } as const
  const label = <FormattedMessage {...text[to]} />
  return signedIn ? (
    <Button component={AppLink} href={href} {...look}>
      {label}
    </Button>
  ) : (
    <Button onClick={() => signIn('sign-in', href)} aria-haspopup="dialog" {...look}>
      {label}
    </Button>
  )
}
