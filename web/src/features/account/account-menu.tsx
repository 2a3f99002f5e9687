import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import {
  IconCar,
  IconCoins,
  IconLogout,
  IconMessageCircle,
  IconReceipt,
  IconSettings,
  IconTicket,
  IconTruckDelivery,
  IconUser,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { AppLink } from '@/components/app-link'
import type { ConfigView } from '@/lib/api/types.gen'
import { hasReferral, useShop } from '@/lib/scope/shop'
import { defineMessages, type Message } from '@/lib/text/messages'
import { hrefTo, type Href } from '@/lib/page/href'
import c from './account-menu.module.css'

const text = defineMessages({
  profile: { id: 'account_menu.profile', defaultMessage: 'Profile settings' },
  inbox: { id: 'account_menu.inbox', defaultMessage: 'Messages' },
  orders: { id: 'account_menu.orders', defaultMessage: 'My orders' },
  trips: { id: 'account_menu.trips', defaultMessage: 'My trips' },
  wallet: { id: 'account_menu.wallet', defaultMessage: 'Wallet' },
  coupons: { id: 'account_menu.coupons', defaultMessage: 'Coupons' },
  loyalty: { id: 'account_menu.loyalty', defaultMessage: 'Loyalty points' },
  referral: { id: 'account_menu.referral', defaultMessage: 'Referral code' },
  settings: { id: 'account_menu.settings', defaultMessage: 'Settings' },
  track: { id: 'account_menu.track', defaultMessage: 'Track order' },
  logout: { id: 'account_menu.logout', defaultMessage: 'Logout' },
})

type Entry = {
  href: Href
  icon: ReactNode
  name: Message
  /** Left out where the shop has switched it off. */
  isOn?: (shop: ConfigView) => boolean
}

const entries: Entry[] = [
  {
    href: hrefTo('/profile', { search: { page: 'profile-settings' } }),
    icon: <IconUser size={20} />,
    name: text.profile,
  },
  {
    href: hrefTo('/profile', { search: { page: 'inbox' } }),
    icon: <IconMessageCircle size={20} />,
    name: text.inbox,
  },
  { href: '/my-orders', icon: <IconReceipt size={20} />, name: text.orders },
  {
    href: '/my-trips',
    icon: <IconCar size={20} />,
    name: text.trips,
    isOn: ({ rental_status }) => rental_status === 1,
  },
  {
    href: '/wallet',
    icon: <IconWallet size={20} />,
    name: text.wallet,
    isOn: ({ customer_wallet_status }) => customer_wallet_status === 1,
  },
  { href: '/coupons', icon: <IconTicket size={20} />, name: text.coupons },
  {
    href: '/loyalty-points',
    icon: <IconCoins size={20} />,
    name: text.loyalty,
    isOn: ({ loyalty_point_status }) => loyalty_point_status === 1,
  },
  { href: '/referral-code', icon: <IconUsers size={20} />, name: text.referral, isOn: hasReferral },
  { href: '/settings', icon: <IconSettings size={20} />, name: text.settings },
  { href: '/track-order', icon: <IconTruckDelivery size={20} className="mirrored" />, name: text.track },
]

type Props = { target: ReactNode; onLogout: () => void }

/** The open menu of a signed-in customer (HDR-03). */
export default function AccountMenu({ target, onLogout }: Props) {
  const shop = useShop()
  const shown = entries.filter(({ isOn }) => isOn?.(shop) ?? true)
  return (
    // No portal, so that it stays in the header's landmark. No focus placeholder, because a menu has only menu items.
    <Menu defaultOpened position="bottom-end" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown className={c.menu}>
        {shown.map(({ href, icon, name }) => (
          <Menu.Item key={href} className={c.item} component={AppLink} href={href} leftSection={icon}>
            <FormattedMessage {...name} />
          </Menu.Item>
        ))}
        <Menu.Item
          className={c.item}
          data-apart
          leftSection={<IconLogout size={20} className="mirrored" />}
          onClick={onLogout}
        >
          <FormattedMessage {...text.logout} />
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
