import { Button } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { Avatar } from '@/components/account/avatar'
import { AppLink } from '@/components/app-link'
import { useCustomer } from '@/lib/account/customer'
import { defineMessages } from '@/lib/text/messages'
import { useScope } from '@/lib/scope/scope'
import { isLoginOn, useShop } from '@/lib/scope/shop'
import c from './menu-account.module.css'

const text = defineMessages({
  signIn: { id: 'menu_account.sign_in', defaultMessage: 'Sign In' },
  logout: { id: 'menu_account.logout', defaultMessage: 'Logout' },
  account: { id: 'menu_account.account', defaultMessage: 'My account' },
})

type Props = {
  /** Closes the menu. */
  onClose: () => void
  onSignIn: () => void
  onLogout: () => void
}

/** The footer of the menu drawer: Sign In, or the customer and Logout (HDR-05). */
export function MenuAccount({ onClose, onSignIn, onLogout }: Props) {
  const shop = useShop()
  const { signedIn } = useScope()
  const closeAnd = (open: () => void) => () => {
    onClose()
    open()
  }
  if (signedIn) return <Customer onFollow={onClose} onLogout={closeAnd(onLogout)} />
  if (!isLoginOn(shop)) return null
  return (
    <div className={c.foot}>
      <Button fullWidth onClick={closeAnd(onSignIn)}>
        <FormattedMessage {...text.signIn} />
      </Button>
    </div>
  )
}

function Customer({ onFollow, onLogout }: { onFollow: () => void; onLogout: () => void }) {
  const { formatMessage: t } = useIntl()
  const { data: customer } = useCustomer()
  const name = customer ? `${customer.f_name} ${customer.l_name}`.trim() : ''
  return (
    <div className={c.foot}>
      <AppLink href="/account" className={c.who} onClick={onFollow}>
        <Avatar src={customer?.image_full_url ?? ''} name={name} size={40} />
        <span className={c.name}>
          <bdi>{name || t(text.account)}</bdi>
        </span>
      </AppLink>
      <Button variant="default" h={44} onClick={onLogout}>
        <FormattedMessage {...text.logout} />
      </Button>
    </div>
  )
}
