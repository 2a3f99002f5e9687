import { useLocation } from '@tanstack/react-router'
import { IconCar, IconHome, IconPhone, IconReceipt, IconSearch, IconShoppingBag, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { defineMessages } from '@/lib/text/messages'
import type { Href } from '@/lib/page/href'
import type { ModuleType } from '@/lib/scope/scope'
import c from './tab-bar.module.css'

const text = defineMessages({
  label: { id: 'tab_bar.label', defaultMessage: 'Shortcuts' },
  home: { id: 'tab_bar.home', defaultMessage: 'Home' },
  search: { id: 'tab_bar.search', defaultMessage: 'Search' },
  cart: { id: 'tab_bar.cart', defaultMessage: 'Cart' },
  trip: { id: 'tab_bar.trip', defaultMessage: 'Trip cart' },
  contact: { id: 'tab_bar.contact', defaultMessage: 'Contact' },
  orders: { id: 'tab_bar.orders', defaultMessage: 'Orders' },
  account: { id: 'tab_bar.account', defaultMessage: 'Account' },
})

type TabBarProps = {
  moduleType: ModuleType | undefined
  /** Of the cart, or of the trip cart in rental. */
  cartCount: number | undefined
  onCart: () => void
  onSearch: () => void
  signedIn: boolean
}

/** The tab bar of phones. Orders opens the tracking page for guests, and in rental the trips. */
export function TabBar({ moduleType, cartCount, onCart, onSearch, signedIn }: TabBarProps) {
  const { formatMessage: t } = useIntl()
  const path = useLocation({ select: ({ pathname }) => pathname })
  // The search text is in the URL of /home (BRW-02).
  const isSearch = useLocation({ select: ({ search }) => search.search !== undefined })
  const isTrip = moduleType === 'rental'
  const orders = signedIn ? (isTrip ? '/my-trips' : '/my-orders') : '/track-order'
  return (
    <nav className={c.bar} aria-label={t(text.label)}>
      <Tab
        href="/home"
        icon={<IconHome />}
        name={<FormattedMessage {...text.home} />}
        here={path === '/home' && !isSearch}
      />
      <button type="button" className={c.tab} onClick={onSearch} aria-current={isSearch ? 'page' : undefined}>
        <IconSearch aria-hidden />
        <FormattedMessage {...text.search} />
      </button>
      {moduleType === 'parcel' ? (
        <Tab
          href="/help-and-support"
          icon={<IconPhone />}
          name={<FormattedMessage {...text.contact} />}
          here={path === '/help-and-support'}
        />
      ) : (
        <button type="button" className={c.tab} onClick={onCart} aria-haspopup="dialog">
          <span className={c.cart}>
            {isTrip ? <IconCar aria-hidden /> : <IconShoppingBag aria-hidden />}
            {!!cartCount && <span className={c.count}>{cartCount}</span>}
          </span>
          <FormattedMessage {...(isTrip ? text.trip : text.cart)} />
        </button>
      )}
      <Tab
        href={orders}
        icon={<IconReceipt />}
        name={<FormattedMessage {...text.orders} />}
        here={path === orders || /^\/(order|trip)\//.test(path)}
      />
      <Tab
        href="/account"
        icon={<IconUser />}
        name={<FormattedMessage {...text.account} />}
        here={path === '/account' || path === '/profile' || path === '/settings'}
      />
    </nav>
  )
}

type TabProps = { href: Href; icon: ReactNode; name: ReactNode; here: boolean }

function Tab({ href, icon, name, here }: TabProps) {
  return (
    <AppLink href={href} className={c.tab} aria-current={here ? 'page' : undefined}>
      <span aria-hidden>{icon}</span>
      <bdi>{name}</bdi>
    </AppLink>
  )
}
