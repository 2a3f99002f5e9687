import { Button } from '@mantine/core'
import {
  IconCar,
  IconChevronRight,
  IconCoins,
  IconHeart,
  IconHelpCircle,
  IconLogout,
  IconMapPin,
  IconMessageCircle,
  IconMoon,
  IconReceipt,
  IconSettings,
  IconTicket,
  IconTruckDelivery,
  IconUsers,
  IconWallet,
  IconWorld,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { Pending } from '@/components/loading/pending'
import { Skeleton } from '@/components/loading/skeleton'
import { useHydrated } from '@/lib/page/use-hydrated'
import { defineMessages, type Message } from '@/lib/text/messages'
import { usePageTitle } from '@/lib/page/page-title'
import { useScope } from '@/lib/scope/scope'
import { hasReferral, useShop } from '@/lib/scope/shop'
import { hrefTo, type Href } from '@/lib/page/href'
import { AccountPerson } from './account-person'
import { AccountGuest } from './account-guest'
import c from './account-hub.module.css'

const text = defineMessages({
  title: { id: 'account_hub.title', defaultMessage: 'My account' },
  orders: { id: 'account_hub.orders', defaultMessage: 'My orders' },
  trips: { id: 'account_hub.trips', defaultMessage: 'My trips' },
  inbox: { id: 'account_hub.inbox', defaultMessage: 'Messages' },
  addresses: { id: 'account_hub.addresses', defaultMessage: 'Saved addresses' },
  wallet: { id: 'account_hub.wallet', defaultMessage: 'Wallet' },
  wishlist: { id: 'account_hub.wishlist', defaultMessage: 'Wishlist' },
  coupons: { id: 'account_hub.coupons', defaultMessage: 'Coupons' },
  loyalty: { id: 'account_hub.loyalty', defaultMessage: 'Loyalty points' },
  referral: { id: 'account_hub.referral', defaultMessage: 'Referral code' },
  track: { id: 'account_hub.track', defaultMessage: 'Track order' },
  help: { id: 'account_hub.help', defaultMessage: 'Help' },
  logout: { id: 'account_hub.logout', defaultMessage: 'Logout' },
  settings: { id: 'account_hub.settings', defaultMessage: 'Settings' },
  language: { id: 'account_hub.language', defaultMessage: 'Language' },
  theme: { id: 'account_hub.theme', defaultMessage: 'Theme mode' },
  more: { id: 'account_hub.all_settings', defaultMessage: 'All settings' },
})

type Props = {
  /** The control for the language. */
  language: ReactNode
  /** The control for light and dark mode. */
  theme: ReactNode
  /** Opens the wishlist. Without it there is no row for it. */
  onWishlist?: () => void
  onLogout: () => void
}

/** The account page: the customer or the sign-in buttons, links to the account's pages, and settings. */
export function AccountHub(props: Props) {
  const { formatMessage: t } = useIntl()
  const isHydrated = useHydrated() // the token is in local storage
  usePageTitle(t(text.title))
  return (
    <div className={c.hub}>
      <h1>
        <FormattedMessage {...text.title} />
      </h1>
      <Pending pending={!isHydrated} skeleton={<HubSkeleton />}>
        <Parts {...props} />
      </Pending>
    </div>
  )
}

function Parts({ language, theme, onWishlist, onLogout }: Props) {
  const { formatMessage: t } = useIntl()
  const { signedIn } = useScope()
  const shop = useShop()
  const hasWallet = shop.customer_wallet_status === 1
  return (
    <>
      <section className={c.wide}>{signedIn ? <AccountPerson /> : <AccountGuest />}</section>
      <nav aria-label={t(text.title)}>
        <ul className={c.rows}>
          {signedIn && <NavLink href="/my-orders" icon={<IconReceipt size={22} />} name={text.orders} />}
          {signedIn && shop.rental_status === 1 && (
            <NavLink href="/my-trips" icon={<IconCar size={22} />} name={text.trips} />
          )}
          {signedIn && (
            <NavLink
              href={hrefTo('/profile', { search: { page: 'inbox' } })}
              icon={<IconMessageCircle size={22} />}
              name={text.inbox}
            />
          )}
          {signedIn && (
            <NavLink
              href={hrefTo('/profile', { search: { page: 'addresses' } })}
              icon={<IconMapPin size={22} />}
              name={text.addresses}
            />
          )}
          {signedIn && hasWallet && <NavLink href="/wallet" icon={<IconWallet size={22} />} name={text.wallet} />}
          {onWishlist && <NavButton onOpen={onWishlist} icon={<IconHeart size={22} />} name={text.wishlist} />}
          <NavLink href="/coupons" icon={<IconTicket size={22} />} name={text.coupons} />
          {signedIn && shop.loyalty_point_status === 1 && (
            <NavLink href="/loyalty-points" icon={<IconCoins size={22} />} name={text.loyalty} />
          )}
          {signedIn && hasReferral(shop) && (
            <NavLink href="/referral-code" icon={<IconUsers size={22} />} name={text.referral} />
          )}
          <NavLink href="/track-order" icon={<IconTruckDelivery size={22} className="mirrored" />} name={text.track} />
          <NavLink href="/help-and-support" icon={<IconHelpCircle size={22} />} name={text.help} />
        </ul>
      </nav>
      <div className={c.column}>
        <section aria-label={t(text.settings)}>
          <ul className={c.rows}>
            <Setting icon={<IconWorld size={22} />} name={text.language}>
              {language}
            </Setting>
            <Setting icon={<IconMoon size={22} />} name={text.theme} isIcon>
              {theme}
            </Setting>
            <NavLink href="/settings" icon={<IconSettings size={22} />} name={text.more} />
          </ul>
        </section>
        {signedIn && (
          <Button
            variant="default"
            className={c.logout}
            leftSection={<IconLogout size={20} className="mirrored" aria-hidden />}
            onClick={onLogout}
            aria-haspopup="dialog"
          >
            <FormattedMessage {...text.logout} />
          </Button>
        )}
      </div>
    </>
  )
}

type RowProps = { icon: ReactNode; name: Message }

function NavLink({ href, icon, name }: RowProps & { href: Href }) {
  return (
    <li>
      <AppLink href={href} className={c.row}>
        <Named icon={icon} name={name} />
        <IconChevronRight size={20} className="mirrored" aria-hidden />
      </AppLink>
    </li>
  )
}

/** Opens a dialog over the page. */
function NavButton({ onOpen, icon, name }: RowProps & { onOpen: () => void }) {
  return (
    <li>
      <button type="button" className={c.row} aria-haspopup="dialog" onClick={onOpen}>
        <Named icon={icon} name={name} />
        <IconChevronRight size={20} className="mirrored" aria-hidden />
      </button>
    </li>
  )
}

/** isIcon: the control is an icon button, aligned with the icons of the other rows. */
function Setting({ icon, name, isIcon, children }: RowProps & { isIcon?: boolean; children: ReactNode }) {
  return (
    <li className={`${c.row} ${c.setting}`} data-icon={isIcon || undefined}>
      <Named icon={icon} name={name} />
      {children}
    </li>
  )
}

function Named({ icon, name }: RowProps) {
  return (
    <>
      <span className={c.icon} aria-hidden>
        {icon}
      </span>
      <span className={c.name}>
        <FormattedMessage {...name} />
      </span>
    </>
  )
}

function HubSkeleton() {
  return (
    <>
      <div className={c.wide} aria-hidden>
        <Skeleton height={96} radius={20} />
      </div>
      <Skeleton height={224} radius={20} />
      <Skeleton height={168} radius={20} />
    </>
  )
}
