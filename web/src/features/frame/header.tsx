import { ActionIcon, Button } from '@mantine/core'
import { IconMenu2, IconTruckDelivery } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { Logo } from '@/components/logo'
import type { ConfigView } from '@/lib/api/types.gen'
import { defineMessages } from '@/lib/text/messages'
import type { Href } from '@/lib/page/href'
import type { ModuleType } from '@/lib/scope/scope'
import c from './header.module.css'

const text = defineMessages({
  menu: { id: 'header.menu', defaultMessage: 'Menu' },
  main: { id: 'header.main', defaultMessage: 'Main' },
  home: { id: 'header.home', defaultMessage: 'Home' },
  contact: { id: 'header.contact', defaultMessage: 'Contact' },
  track: { id: 'header.track', defaultMessage: 'Track order' },
  signIn: { id: 'header.sign_in', defaultMessage: 'Sign In' },
})

type HeaderProps = {
  shop: ConfigView
  /** undefined until a module is chosen. */
  moduleType: ModuleType | undefined
  /** The link of the logo: home if a place is chosen, else the landing page (LOC-01). */
  homeHref: Href
  /** The place in two lines, for the compact header. */
  place: ReactNode
  search: ReactNode
  /** The cart's button, or the trip cart's in rental; empty in parcel. */
  cart: ReactNode
  /** Whether any sign-in method is on (D24). */
  login: boolean
  /** The button with a customer's news. */
  bell?: ReactNode
  /** Icon buttons for a customer: chat, wishlist. */
  icons?: ReactNode
  /** Avatar and first name of a customer; without it the header shows Sign In. */
  account?: ReactNode
  onSignIn?: () => void
  onMenu: () => void
}

/** The header for all widths. Up to 1180 px it is compact, with the search in its own row (HDR-02). */
export function Header(props: HeaderProps) {
  const { shop, moduleType, homeHref, place, search, cart, login, bell, icons, account, onSignIn, onMenu } = props
  const { formatMessage: t } = useIntl()
  const isParcel = moduleType === 'parcel'
  return (
    <header className={c.header}>
      <div className={c.row}>
        <ActionIcon className={c.menu} onClick={onMenu} aria-label={t(text.menu)} aria-haspopup="dialog">
          <IconMenu2 size={24} />
        </ActionIcon>
        <AppLink href={homeHref} className={c.logo}>
          <Logo name={shop.business_name} src={shop.logo_full_url} />
        </AppLink>
        <nav className={c.links} aria-label={t(text.main)}>
          <AppLink href="/home">
            <FormattedMessage {...text.home} />
          </AppLink>
          {isParcel && (
            <AppLink href="/help-and-support">
              <FormattedMessage {...text.contact} />
            </AppLink>
          )}
        </nav>
        <div className={c.place}>{place}</div>
        <div className={c.search}>{search}</div>
        <div className={c.actions}>
          {!account && !isParcel && (
            <ActionIcon component={AppLink} href="/track-order" className={c.wide} aria-label={t(text.track)}>
              <IconTruckDelivery size={22} className="mirrored" />
            </ActionIcon>
          )}
          {icons && <div className={c.wide}>{icons}</div>}
          {bell && <div className={c.bell}>{bell}</div>}
          {cart}
          {account && <div className={c.wide}>{account}</div>}
          {login && !account && (
            <Button variant="default" className={c.wide} h={44} onClick={onSignIn}>
              <FormattedMessage {...text.signIn} />
            </Button>
          )}
        </div>
      </div>
    </header>
  )
}
