import { useLocation } from '@tanstack/react-router'
import { IconMapPin, IconReceipt, IconSettings, IconUser } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useCustomer } from '@/lib/account/customer'
import { defineMessages } from '@/lib/text/messages'
import { hrefTo, type Href } from '@/lib/page/href'
import { Avatar } from './avatar'
import { AppLink } from './app-link'
import c from './account-nav.module.css'

const text = defineMessages({
  label: { id: 'account_nav.label', defaultMessage: 'My account' },
  profile: { id: 'account_nav.profile', defaultMessage: 'Profile settings' },
  addresses: { id: 'account_nav.addresses', defaultMessage: 'Addresses' },
  orders: { id: 'account_nav.orders', defaultMessage: 'My orders' },
  settings: { id: 'account_nav.settings', defaultMessage: 'Settings' },
})

const profileHref = hrefTo('/profile', { search: { page: 'profile-settings' } })
const addressesHref = hrefTo('/profile', { search: { page: 'addresses' } })

/** Links to the pages of the account: a column at the start, on phones a row above. */
export function AccountNav() {
  const { formatMessage: t } = useIntl()
  const { data: customer } = useCustomer()
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
          <NavLink href="/my-orders" icon={<IconReceipt size={20} />} name={t(text.orders)} />
          <NavLink href="/settings" icon={<IconSettings size={20} />} name={t(text.settings)} />
        </ul>
      </nav>
    </div>
  )
}

function NavLink({ href, icon, name }: { href: Href; icon: ReactNode; name: string }) {
  const isHere = useLocation({ select: ({ pathname, search }) => currentHref(pathname, search.page) === href })
  const way = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isHere && way.current) bringToMiddle(way.current)
  }, [isHere])
  return (
    <li ref={way}>
      <AppLink href={href} className={c.way} aria-current={isHere ? 'page' : undefined}>
        <span aria-hidden>{icon}</span>
        <bdi>{name}</bdi>
      </AppLink>
    </li>
  )
}

/** On phones the row is wider than the screen. Only the row is moved, never the page. */
function bringToMiddle(way: HTMLElement) {
  const middleOf = (element: Element) => {
    const { left, width } = element.getBoundingClientRect()
    return left + width / 2
  }
  const row = way.parentElement
  row?.scrollBy({ left: middleOf(way) - middleOf(row), behavior: 'instant' })
}

/** /profile without a page is the settings of the profile. */
function currentHref(path: string, page: string | undefined) {
  if (path !== '/profile') return path
  return page === 'addresses' ? addressesHref : profileHref
}
