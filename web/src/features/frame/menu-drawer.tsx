import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Drawer } from '@/components/overlay/drawer'
import { AppLink } from '@/components/app-link'
import { Skeleton } from '@/components/loading/skeleton'
import { defineMessages } from '@/lib/text/messages'
import type { Href } from '@/lib/page/href'
import { LanguageMenu } from './language-menu'
import { ThemeToggle } from './theme-toggle'
import c from './menu-drawer.module.css'

const text = defineMessages({
  title: { id: 'menu.title', defaultMessage: 'Menu' },
  home: { id: 'menu.home', defaultMessage: 'Home' },
  categories: { id: 'menu.categories', defaultMessage: 'Categories' },
  module: { id: 'menu.module', defaultMessage: 'Change what to shop for' },
  wishlist: { id: 'menu.wishlist', defaultMessage: 'Wishlist' },
  trackOrder: { id: 'menu.track_order', defaultMessage: 'Track order' },
  latest: { id: 'menu.latest', defaultMessage: 'Latest stores' },
  popular: { id: 'menu.popular', defaultMessage: 'Popular stores' },
  latestProviders: { id: 'menu.latest_providers', defaultMessage: 'Latest providers' },
  popularProviders: { id: 'menu.popular_providers', defaultMessage: 'Popular providers' },
  viewAll: { id: 'menu.view_all', defaultMessage: 'View all' },
  theme: { id: 'menu.theme', defaultMessage: 'Theme mode' },
  language: { id: 'menu.language', defaultMessage: 'Language' },
})

const titles = {
  stores: { latest: text.latest, popular: text.popular },
  providers: { latest: text.latestProviders, popular: text.popularProviders },
}

const listed = 10 // HDR-05

/** A list of the drawer; entries is undefined while it loads. */
export type MenuList = { entries: readonly { name: string; href: Href }[] | undefined; allHref: Href }

type MenuDrawerProps = {
  opened: boolean
  onClose: () => void
  latest: MenuList
  popular: MenuList
  /** Whose lists these are; undefined in a module without stores and categories. */
  sellers: 'stores' | 'providers' | undefined
  /** Opens the choice of a module; undefined if there is only one (LOC-07). */
  onModule?: () => void
  /** Opens the wishlist; undefined for shoppers without one. */
  onWishlist?: () => void
  /** Sign In, or a logout button that asks first; empty if every login is off (D24). */
  account?: ReactNode
}

/** The menu of phones and tablets (HDR-05). A tap on a link closes it. */
export default function MenuDrawer({
  opened,
  onClose,
  latest,
  popular,
  sellers,
  onModule,
  onWishlist,
  account,
}: MenuDrawerProps) {
  const { formatMessage: t } = useIntl()
  return (
    <Drawer opened={opened} onClose={onClose} title={t(text.title)} width={360} side="start" footer={account}>
      <nav aria-label={t(text.title)}>
        <ul className={c.list}>
          <MenuLink href="/home" onFollow={onClose} name={t(text.home)} />
          {sellers && <MenuLink href="/categories" onFollow={onClose} name={t(text.categories)} />}
          <MenuLink href="/track-order" onFollow={onClose} name={t(text.trackOrder)} />
          {onModule && <MenuButton name={t(text.module)} onOpen={onModule} onFollow={onClose} />}
          {onWishlist && <MenuButton name={t(text.wishlist)} onOpen={onWishlist} onFollow={onClose} />}
        </ul>
        {sellers && (
          <>
            <Sellers title={t(titles[sellers].latest)} list={latest} onFollow={onClose} />
            <Sellers title={t(titles[sellers].popular)} list={popular} onFollow={onClose} />
          </>
        )}
      </nav>
      <div className={c.setting}>
        <FormattedMessage {...text.theme} />
        <ThemeToggle />
      </div>
      <div className={c.setting}>
        <FormattedMessage {...text.language} />
        <LanguageMenu />
      </div>
    </Drawer>
  )
}

function MenuLink({ href, name, onFollow }: { href: Href; name: ReactNode; onFollow: () => void }) {
  return (
    <li>
      <AppLink href={href} className={c.entry} onClick={onFollow}>
        <bdi>{name}</bdi>
      </AppLink>
    </li>
  )
}

/** Closes the menu and opens a dialog. */
function MenuButton({ name, onOpen, onFollow }: { name: ReactNode; onOpen: () => void; onFollow: () => void }) {
  const open = () => {
    onFollow()
    onOpen()
  }
  return (
    <li>
      <button type="button" className={c.entry} aria-haspopup="dialog" onClick={open}>
        <bdi>{name}</bdi>
      </button>
    </li>
  )
}

function Sellers({ title, list, onFollow }: { title: string; list: MenuList; onFollow: () => void }) {
  if (list.entries?.length === 0) return null
  return (
    <section className={c.stores}>
      <h3 className={c.title}>
        <bdi>{title}</bdi>
      </h3>
      <ul className={c.list} aria-busy={!list.entries}>
        {list.entries ? (
          list.entries
            .slice(0, listed)
            .map(({ name, href }) => <MenuLink key={href} href={href} name={name} onFollow={onFollow} />)
        ) : (
          <li className={c.waiting}>
            <Skeleton width="70%" />
            <Skeleton width="55%" />
            <Skeleton width="62%" />
          </li>
        )}
        <MenuLink
          href={list.allHref}
          onFollow={onFollow}
          name={
            <b className={c.all}>
              <FormattedMessage {...text.viewAll} />
            </b>
          }
        />
      </ul>
    </section>
  )
}
