import { IconBrandFacebook, IconBrandInstagram, IconBrandLinkedin, IconBrandX, IconWorld } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AppLink } from '@/components/app-link'
import { Logo } from '@/components/logo'
import type { ConfigView, LandingView } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'
import { toastProblem } from '@/lib/page/toast'
import { hrefFromText, type Href } from '@/lib/page/href'
import { useScope, type ModuleType } from '@/lib/scope/scope'
import { useModuleType } from '@/lib/scope/shop'
import { Newsletter } from './newsletter'
import c from './footer.module.css'

const text = defineMessages({
  shop: { id: 'footer.shop', defaultMessage: 'Shop' },
  popular: { id: 'footer.popular', defaultMessage: 'Popular stores' },
  latest: { id: 'footer.latest', defaultMessage: 'Latest stores' },
  popularProviders: { id: 'footer.popular_providers', defaultMessage: 'Popular providers' },
  latestProviders: { id: 'footer.latest_providers', defaultMessage: 'Latest providers' },
  categories: { id: 'footer.categories', defaultMessage: 'Categories' },
  campaigns: { id: 'footer.campaigns', defaultMessage: 'Campaigns' },
  wallet: { id: 'footer.wallet', defaultMessage: 'Wallet' },
  loyalty: { id: 'footer.loyalty', defaultMessage: 'Loyalty points' },
  work: { id: 'footer.work', defaultMessage: 'Work with us' },
  vendor: { id: 'footer.vendor', defaultMessage: 'Become a vendor' },
  rider: { id: 'footer.rider', defaultMessage: 'Ride with us' },
  help: { id: 'footer.help', defaultMessage: 'Help' },
  support: { id: 'footer.support', defaultMessage: 'Help & support' },
  track: { id: 'footer.track', defaultMessage: 'Track order' },
  about: { id: 'footer.about', defaultMessage: 'About us' },
  policies: { id: 'footer.policies', defaultMessage: 'Policies' },
  terms: { id: 'footer.terms', defaultMessage: 'Terms & conditions' },
  privacy: { id: 'footer.privacy', defaultMessage: 'Privacy policy' },
  refund: { id: 'footer.refund', defaultMessage: 'Refund policy' },
  cancellation: { id: 'footer.cancellation', defaultMessage: 'Cancellation policy' },
  shipping: { id: 'footer.shipping', defaultMessage: 'Shipping policy' },
  showMap: { id: 'footer.show_map', defaultMessage: 'Show on the map' },
  playStore: { id: 'footer.play_store', defaultMessage: 'Get it on Google Play' },
  appStore: { id: 'footer.app_store', defaultMessage: 'Download on the App Store' },
  zoneNeeded: { id: 'footer.zone_needed', defaultMessage: 'You must pick a zone to access this page.' },
  loginNeeded: { id: 'footer.login_needed', defaultMessage: 'You must be login to access this page.' },
})

type FooterProps = {
  shop: ConfigView
  landing: LandingView
  /** Opens the dialog with the shop's address on a map. */
  onMap: () => void
  /** Whether any sign-in method is on (D24). */
  login: boolean
  signedIn: boolean
}

type Link = { href: Href; name: Message; shown?: boolean; needsLogin?: boolean; needsZone?: boolean }

type Links = { title: Message; links: Link[] }

/** The footer: newsletter, columns of links, contact, social links and app stores (HDR-06). */
export function Footer(props: FooterProps) {
  const { shop, landing, onMap, signedIn } = props
  const columns = columnsOf(props, useModuleType())
  return (
    <footer className={c.footer}>
      <div className={c.inner}>
        <Newsletter title={landing.fixed_newsletter_title} subTitle={landing.fixed_newsletter_sub_title} />
        <div className={c.columns}>
          <Contact shop={shop} landing={landing} onMap={onMap} />
          {columns.map((column) => (
            <Column key={column.title.id} {...column} signedIn={signedIn} />
          ))}
        </div>
        <p className={c.legal}>
          <bdi>{shop.footer_text}</bdi>
        </p>
      </div>
    </footer>
  )
}

/** All columns; the shop and the module decide which links are shown. */
function columnsOf({ shop, login }: FooterProps, type: ModuleType | undefined): Links[] {
  const hasStores = type !== 'parcel'
  const isRental = type === 'rental'
  return [
    {
      title: text.shop,
      links: [
        { href: '/store/popular', name: isRental ? text.popularProviders : text.popular, shown: hasStores },
        { href: '/store/latest', name: isRental ? text.latestProviders : text.latest, shown: hasStores },
        { href: '/categories', name: text.categories, shown: hasStores },
        { href: '/campaigns', name: text.campaigns, needsZone: true },
        {
          href: '/wallet',
          name: text.wallet,
          shown: login && shop.customer_wallet_status === 1,
          needsLogin: true,
        },
        {
          href: '/loyalty-points',
          name: text.loyalty,
          shown: login && shop.loyalty_point_status === 1,
          needsLogin: true,
        },
      ],
    },
    {
      title: text.work,
      links: [
        {
          href: hrefFromText('/store-registration?active=active'),
          name: text.vendor,
          shown: shop.toggle_store_registration === 1,
        },
        { href: '/deliveryman-registration', name: text.rider, shown: shop.toggle_dm_registration === 1 },
      ],
    },
    {
      title: text.help,
      links: [
        { href: '/help-and-support', name: text.support },
        { href: '/track-order', name: text.track },
        { href: '/about-us', name: text.about },
      ],
    },
    {
      title: text.policies,
      links: [
        { href: '/terms-and-conditions', name: text.terms },
        { href: '/privacy-policy', name: text.privacy },
        { href: '/refund-policy', name: text.refund, shown: shop.refund_policy !== 0 },
        { href: '/cancellation-policy', name: text.cancellation, shown: shop.cancelation_policy !== 0 },
        { href: '/shipping-policy', name: text.shipping, shown: shop.shipping_policy !== 0 },
      ],
    },
  ]
}

function Column({ title, links, signedIn }: Links & { signedIn: boolean }) {
  const { formatMessage: t } = useIntl()
  // A zone comes with the place.
  const hasZone = useScope().location !== ''
  const shown = links.filter((link) => link.shown !== false)
  if (shown.length === 0) return null
  return (
    <nav aria-label={t(title)}>
      <h3 className={c.title}>
        <FormattedMessage {...title} />
      </h3>
      <ul>
        {shown.map(({ href, name, needsLogin, needsZone }) => (
          <li key={href}>
            <AppLink
              href={href}
              className={c.link}
              onClick={(event) => {
                const missing = needsLogin && !signedIn ? text.loginNeeded : needsZone && !hasZone && text.zoneNeeded
                if (!missing) return
                event.preventDefault()
                toastProblem(t(missing))
              }}
            >
              <FormattedMessage {...name} />
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Contact({ shop, landing, onMap }: Pick<FooterProps, 'shop' | 'landing' | 'onMap'>) {
  const apps = landing.download_user_app_links
  return (
    <div className={c.contact}>
      <Logo name={shop.business_name} src={shop.logo_full_url} />
      <p>
        <bdi>{landing.fixed_footer_description}</bdi>
      </p>
      <address className={c.address}>
        <bdi>{shop.address}</bdi>
        <button type="button" className={c.link} onClick={onMap} aria-haspopup="dialog">
          <FormattedMessage {...text.showMap} />
        </button>
        {shop.email && (
          <a className={c.link} href={`mailto:${shop.email}`}>
            <bdi>{shop.email}</bdi>
          </a>
        )}
        {shop.phone && (
          <a className={c.link} href={`tel:${shop.phone}`}>
            <bdi dir="ltr">{shop.phone}</bdi>
          </a>
        )}
      </address>
      {shop.social_media.length > 0 && (
        <ul className={c.social}>
          {shop.social_media.map(({ name, link }) => (
            <li key={name}>
              <a href={link} className={c.round} rel="noopener noreferrer" target="_blank" aria-label={name}>
                <SocialIcon name={name} />
              </a>
            </li>
          ))}
        </ul>
      )}
      {apps.playstore_url_status === 1 && (
        <a className={c.app} href={apps.playstore_url}>
          <FormattedMessage {...text.playStore} />
        </a>
      )}
      {apps.apple_store_url_status === 1 && (
        <a className={c.app} href={apps.apple_store_url}>
          <FormattedMessage {...text.appStore} />
        </a>
      )}
    </div>
  )
}

const icons = {
  facebook: IconBrandFacebook,
  instagram: IconBrandInstagram,
  linkedin: IconBrandLinkedin,
  twitter: IconBrandX,
  x: IconBrandX,
}

function SocialIcon({ name }: { name: string }) {
  const Icon = Object.entries(icons).find(([known]) => known === name.toLowerCase())?.[1] ?? IconWorld
  return <Icon size={20} aria-hidden />
}
