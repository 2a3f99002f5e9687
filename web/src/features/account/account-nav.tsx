import { useLocation } from '@tanstack/react-router'
import {
  IconCar,
  IconCoins,
  IconId,
  IconMapPin,
  IconMessageCircle,
  IconReceipt,
  IconSettings,
  IconTicket,
  IconUser,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useCustomer } from '@/lib/account/customer'
import { defineMessages } from '@/lib/text/messages'
import { hrefTo, type Href } from '@/lib/page/href'
import { hasReferral, useShop } from '@/lib/scope/shop'
import { Avatar } from '@/components/account/avatar'
import { AppLink } from '@/components/app-link'
import c from './account-nav.module.css'

const text = defineMessages({
  label: { id: 'account_nav.label', defaultMessage: 'My account' },
  profile: { id: 'account_nav.profile', defaultMessage: 'Profile settings' },
  addresses: { id: 'account_nav.addresses', defaultMessage: 'Addresses' },
  inbox: { id: 'account_nav.inbox', defaultMessage: 'Messages' },
  orders: { id: 'account_nav.orders', defaultMessage: 'My orders' },
  trips: { id: 'account_nav.trips', defaultMessage: 'My trips' },
  licence: { id: 'account_nav.licence', defaultMessage: 'Driver’s licence' },
  wallet: { id: 'account_nav.wallet', defaultMessage: 'Wallet' },
  coupons: { id: 'account_nav.coupons', defaultMessage: 'Coupons' },
  loyalty: { id: 'account_nav.loyalty', defaultMessage: 'Loyalty points' },
  referral: { id: 'account_nav.referral', defaultMessage: 'Referral code' },
  settings: { id: 'account_nav.settings', defaultMessage: 'Settings' },
})

const profileHref = hrefTo('/profile', { search: { page: 'profile-settings' } })
const inboxHref = hrefTo('/profile', { search: { page: 'inbox' } })
const licenceHref = hrefTo('/profile', { search: { page: 'driver-licence' } })
const addressesHref = hrefTo('/profile', { search: { page: 'addresses' } })

/** Links to the pages of the account: a column at the side, on phones a row above. */
export function AccountNav() {
  const { formatMessage: t } = useIntl()
  const { data: customer } = useCustomer()
  const shop = useShop()
  const name = customer ? `${customer.f_name} ${customer.l_name}`.trim() : ''
  return (
    <div className={c.side}>
      <AppLink href="/account" className={c.who}>
        <Avatar src={customer?.image_full_url ?? ''} name={name} size={48} />
        <span>
          <b className={c.name}>
            <bdi>{name || t(text.label)}</bdi>
          </b>
          <span className={c.contact}>
            <bdi dir="ltr">{customer?.email || customer?.phone}</bdi>
          </span>
        </span>
      </AppLink>
      <nav aria-label={t(text.label)}>
        <ul className={c.list}>
          <NavLink href={profileHref} icon={<IconUser size={20} />} name={t(text.profile)} />
          <NavLink href={addressesHref} icon={<IconMapPin size={20} />} name={t(text.addresses)} />
          <NavLink href={inboxHref} icon={<IconMessageCircle size={20} />} name={t(text.inbox)} />
          <NavLink href="/my-orders" icon={<IconReceipt size={20} />} name={t(text.orders)} />
          {shop.rental_status === 1 && <NavLink href="/my-trips" icon={<IconCar size={20} />} name={t(text.trips)} />}
          {shop.driver_licence_status === 1 && (
            <NavLink href={licenceHref} icon={<IconId size={20} />} name={t(text.licence)} />
          )}
          {shop.customer_wallet_status === 1 && (
            <NavLink href="/wallet" icon={<IconWallet size={20} />} name={t(text.wallet)} />
          )}
          <NavLink href="/coupons" icon={<IconTicket size={20} />} name={t(text.coupons)} />
          {shop.loyalty_point_status === 1 && (
            <NavLink href="/loyalty-points" icon={<IconCoins size={20} />} name={t(text.loyalty)} />
          )}
          {hasReferral(shop) && (
            <NavLink href="/referral-code" icon={<IconUsers size={20} />} name={t(text.referral)} />
          )}
          <NavLink href="/settings" icon={<IconSettings size={20} />} name={t(text.settings)} />
        </ul>
      </nav>
    </div>
  )
}

function NavLink({ href, icon, name }: { href: Href; icon: ReactNode; name: string }) {
  const isHere = useLocation({ select: ({ pathname, search }) => currentHref(pathname, search.page) === href })
  const link = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isHere && link.current) scrollToMiddle(link.current)
  }, [isHere])
  return (
    <li ref={link}>
      <AppLink href={href} className={c.way} aria-current={isHere ? 'page' : undefined}>
        <span aria-hidden>{icon}</span>
        <bdi>{name}</bdi>
      </AppLink>
    </li>
  )
}

/** Scrolls the row, which on phones is wider than the screen, but never the page. */
function scrollToMiddle(link: HTMLElement) {
  const middleOf = (element: Element) => {
    const { left, width } = element.getBoundingClientRect()
    return left + width / 2
  }
  const row = link.parentElement
  row?.scrollBy({ left: middleOf(link) - middleOf(row), behavior: 'instant' })
}

/** /profile without a page is the settings of the profile. */
function currentHref(path: string, page: string | undefined) {
  if (path !== '/profile') return path
  if (page === 'inbox') return inboxHref
  if (page === 'driver-licence') return licenceHref
  return page === 'addresses' ? addressesHref : profileHref
}
