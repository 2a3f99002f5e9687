import { hrefTo } from '@/lib/page/href'
import { act, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { AppLinksView, ConfigView } from '@/lib/api/types.gen'
import { chooseModule, choosePlace, type ModuleType } from '@/lib/scope/scope'
import { testLanding, testModules, testShop } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { Footer } from './footer'
import { Frame, type FrameSlots } from './frame'
import MenuDrawer from './menu-drawer'
import { Dock, ModuleSwitcher } from './module-switcher'
import { LocationButton } from './location-button'

const login: ConfigView = {
  ...testShop,
  centralize_login: { ...testShop.centralize_login, manual_login_status: 1 },
}

const slots: FrameSlots = {
  place: (lines) => <LocationButton lines={lines} location="1 Harbour Road" moduleType="food" />,
  search: <input type="search" aria-label="Search" />,
  cartCount: 3,
  onCart: () => {},
  onSearch: () => {},
  onMap: () => {},
  menu: () => null,
}

const frame = (moduleType: ModuleType, more: Partial<FrameSlots> = {}, signedIn = false) => (
  <Frame
    landing={testLanding}
    moduleType={moduleType}
    homeHref="/home"
    signedIn={signedIn}
    slots={{ ...slots, ...more }}
  >
    <h1>Page</h1>
  </Frame>
)

const header = () => within(screen.getByRole('banner'))

test('HDR-01 a guest’s header has home, tracking and the cart with its count', () => {
  renderApp(frame('food'))
  expect(header().getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/home')
  expect(header().getByRole('link', { name: 'Track order' })).toHaveAttribute('href', '/track-order')
  expect(header().getByRole('button', { name: 'Cart, 3 items' })).toBeVisible()
  expect(header().queryByRole('link', { name: 'Contact' })).toBeNull()
})

test('HDR-01 in parcel the header has contact, and neither cart nor tracking', () => {
  renderApp(frame('parcel'))
  expect(header().getByRole('link', { name: 'Contact' })).toBeVisible()
  expect(header().queryByRole('link', { name: 'Track order' })).toBeNull()
  expect(screen.queryByRole('button', { name: /cart/i })).toBeNull()
})

test('HDR-01 in rental the header shows the trip cart instead of the cart', () => {
  renderApp(frame('rental'))
  expect(header().getByRole('button', { name: 'Trip cart, 3 vehicles' })).toBeVisible()
  expect(header().queryByRole('button', { name: /^Cart/ })).toBeNull()
  const tabs = within(screen.getByRole('navigation', { name: 'Shortcuts' }))
  expect(tabs.getByRole('button', { name: /Trip cart$/ })).toBeVisible()
})

test('D24 there is no sign-in button while every login is off', () => {
  const { unmount } = renderApp(frame('food'))
  expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull()
  unmount()
  renderApp(frame('food'), { shop: login })
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeVisible()
})

test.each([false, true])(
  'the tab bar’s Account links to the same page for guests and customers (signed in: %j)',
  (isSignedIn) => {
    renderApp(frame('food', {}, isSignedIn))
    const tabs = within(screen.getByRole('navigation', { name: 'Shortcuts' }))
    expect(tabs.getByRole('link', { name: 'Account' })).toHaveAttribute('href', '/account')
    expect(tabs.queryByRole('button', { name: 'Account' })).toBeNull()
  },
)

test('HDR-01 a customer sees their account instead of Sign In and tracking', () => {
  renderApp(frame('food', { account: <button type="button">Asha</button> }, true), { shop: login })
  expect(header().getByRole('button', { name: 'Asha' })).toBeVisible()
  expect(header().queryByRole('button', { name: 'Sign In' })).toBeNull()
  expect(header().queryByRole('link', { name: 'Track order' })).toBeNull()
})

test('HDR-09 in rental the place is called a pickup', () => {
  const { rerender } = renderApp(<LocationButton lines="one" location="1 Harbour Road" moduleType="food" />)
  expect(screen.getByRole('button')).toHaveTextContent('Deliver to')
  rerender(<LocationButton lines="one" location="1 Harbour Road" moduleType="rental" />)
  expect(screen.getByRole('button')).toHaveTextContent('Pickup at')
})

test('HDR-05 HDR-06 parcel has neither categories nor stores in its menu and footer', () => {
  chooseModule({ id: 14, module_type: 'parcel', module_name: 'Parcel' })
  const list = { entries: [], allHref: '/store/latest' } as const
  renderApp(
    <>
      {footer(testShop)}
      <MenuDrawer opened onClose={() => {}} latest={list} popular={list} sellers={undefined} />
    </>,
  )
  const links = screen.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href'))
  expect(links).toEqual(expect.arrayContaining(['/home', '/track-order', '/help-and-support']))
  for (const href of ['/categories', '/store/latest', '/store/popular']) expect(links).not.toContain(href)
})

test('HDR-06 RNT-01 in rental the footer leads to providers', () => {
  chooseModule({ id: 15, module_type: 'rental', module_name: 'Rental' })
  renderApp(footer(testShop))
  expect(screen.getByRole('link', { name: 'Popular providers' })).toHaveAttribute('href', '/store/popular')
  expect(screen.getByRole('link', { name: 'Latest providers' })).toHaveAttribute('href', '/store/latest')
  expect(screen.queryByRole('link', { name: /stores/ })).toBeNull()
})

test('RNT-11 in rental the tab of orders opens the trips of a customer', () => {
  const tab = () => within(screen.getByRole('navigation', { name: 'Shortcuts' })).getByRole('link', { name: 'Orders' })
  const { unmount } = renderApp(frame('rental', {}, true), { path: '/trip/17' })
  expect(tab()).toHaveAttribute('href', '/my-trips')
  expect(tab()).toHaveAttribute('aria-current', 'page')
  unmount()
  renderApp(frame('rental'), { path: '/home' })
  expect(tab()).toHaveAttribute('href', '/track-order')
  expect(tab()).not.toHaveAttribute('aria-current')
})

test('LOC-09 HDR-01 the module switcher is shown if there are two or more modules', async () => {
  const onChoose = vi.fn()
  const { user, rerender } = renderApp(<ModuleSwitcher modules={testModules} currentId={10} onChoose={onChoose} />)
  expect(screen.getByRole('button', { name: 'Food' })).toHaveAttribute('aria-current')
  await user.click(screen.getByRole('button', { name: 'Grocery' }))
  expect(onChoose).toHaveBeenCalledWith(testModules[1])
  rerender(<Dock modules={testModules.slice(0, 1)} currentId={10} onChoose={onChoose} />)
  expect(screen.queryByRole('navigation')).toBeNull()
})

const footer = (shop: ConfigView, signedIn = false) => (
  <Footer shop={shop} landing={testLanding} onMap={() => {}} login={shop === login} signedIn={signedIn} />
)

test('HDR-06 policies are linked only when their flag is not 0', () => {
  renderApp(footer({ ...testShop, refund_policy: 0, cancelation_policy: 1, shipping_policy: 1 }))
  expect(screen.queryByRole('link', { name: 'Refund policy' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Cancellation policy' })).toHaveAttribute('href', '/cancellation-policy')
  expect(screen.getByRole('link', { name: 'Shipping policy' })).toBeVisible()
})

test('HDR-06 REG-01 vendors and riders are invited only where the shop takes their applications', () => {
  renderApp(footer({ ...testShop, toggle_store_registration: 1 }))
  expect(screen.getByRole('link', { name: 'Become a vendor' })).toHaveAttribute(
    'href',
    '/store-registration?active=active',
  )
  expect(screen.queryByRole('link', { name: 'Ride with us' })).toBeNull()
})

test('HDR-06 the footer has no empty link of a shop without phone and email', () => {
  renderApp(footer({ ...testShop, phone: '', email: '' }))
  const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
  expect(addresses.filter((address) => /^(tel|mailto):/.test(address))).toEqual([])
})

test('HDR-06 app buttons are shown when their status is 1', () => {
  const apps: AppLinksView = {
    ...testLanding.download_user_app_links,
    playstore_url: 'https://play.example',
    playstore_url_status: 1,
  }
  renderApp(
    <Footer
      shop={testShop}
      landing={{ ...testLanding, download_user_app_links: apps }}
      onMap={() => {}}
      login={false}
      signedIn={false}
    />,
  )
  expect(screen.getByRole('link', { name: 'Get it on Google Play' })).toHaveAttribute('href', 'https://play.example')
  expect(screen.queryByRole('link', { name: 'Download on the App Store' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Become a vendor' })).toBeNull()
})

test('HDR-07 a guest who taps the wallet link is asked to sign in', async () => {
  const { user, history } = renderApp(
    <>
      {footer(login)}
      <Toasts />
    </>,
    { shop: login },
  )
  await user.click(screen.getByRole('link', { name: 'Wallet' }))
  expect(await screen.findByText('You must be login to access this page.')).toBeVisible()
  expect(history.location.href).toBe('/')
})

test('HDR-07 whoever follows the campaigns without a place is told to pick a zone', async () => {
  const { user, history } = renderApp(
    <>
      {footer(login)}
      <Toasts />
    </>,
    { shop: login },
  )
  await user.click(screen.getByRole('link', { name: 'Campaigns' }))
  expect(await screen.findByText('You must pick a zone to access this page.')).toBeVisible()
  expect(history.location.href).toBe('/')
  act(() => choosePlace({ location: '1 Harbour Road', point: { lat: 0.58, lng: 73.1 }, zoneIds: [1] }))
  await user.click(screen.getByRole('link', { name: 'Campaigns' }))
  expect(history.location.href).toBe('/campaigns')
})

test('HDR-07 the wallet link opens the wallet for a customer', async () => {
  const { user, history } = renderApp(footer(login, true), { shop: login })
  await user.click(screen.getByRole('link', { name: 'Wallet' }))
  expect(history.location.href).toBe('/wallet')
})

test.each(['', 'asha', 'asha@', 'a b@example.com', 'asha@example'])(
  'HDR-08 %j is not a valid e-mail and is not sent',
  async (email) => {
    const { user } = renderApp(footer(testShop))
    const field = screen.getByRole('textbox', { name: 'Your email' })
    if (email) await user.type(field, email)
    await user.click(screen.getByRole('button', { name: 'Subscribe' }))
    expect(field).toHaveAccessibleDescription('Please insert a valid email.')
  },
)

test('HDR-08 API-07 after a subscription the server’s message is shown', async () => {
  let sent: unknown
  server.use(
    http.post('*/newsletter', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ message: 'Welcome to the list.' })
    }),
  )
  const { user } = renderApp(
    <>
      {footer(testShop)}
      <Toasts />
    </>,
  )
  await user.type(screen.getByRole('textbox', { name: 'Your email' }), ' asha@example.com{Enter}')
  expect(await screen.findByText('Welcome to the list.')).toBeVisible()
  expect(sent).toEqual({ email: 'asha@example.com' })
})

test('API-04 a failed call shows one toast for each error', async () => {
  const errors = ['First.', 'Second.'].map((message) => ({ code: 'invalid', message }))
  server.use(http.post('*/newsletter', () => HttpResponse.json({ errors, message: 'Both.' }, { status: 422 })))
  const { user } = renderApp(
    <>
      {footer(testShop)}
      <Toasts />
    </>,
  )
  await user.type(screen.getByRole('textbox', { name: 'Your email' }), 'asha@example.com{Enter}')
  expect(await screen.findByText('First.')).toBeVisible()
  expect(screen.getByText('Second.')).toBeVisible()
  expect(screen.queryByText('Both.')).toBeNull()
})

test('HDR-05 the drawer lists ten stores of each kind and a link to all', () => {
  const entries = Array.from({ length: 12 }, (_, n) => ({
    name: `Store ${n + 1}`,
    href: hrefTo('/store/$id', { params: { id: `${n + 1}` } }),
  }))
  renderApp(
    <MenuDrawer
      opened
      onClose={() => {}}
      latest={{ entries, allHref: '/store/latest' }}
      popular={{ entries: [], allHref: '/store/popular' }}
      sellers="stores"
    />,
  )
  const drawer = within(screen.getByRole('dialog', { name: 'Menu' }))
  expect(drawer.getByRole('link', { name: 'Categories' })).toBeVisible()
  expect(drawer.getByRole('link', { name: 'Store 10' })).toBeVisible()
  expect(drawer.queryByRole('link', { name: 'Store 11' })).toBeNull()
  expect(drawer.getByRole('link', { name: 'View all' })).toHaveAttribute('href', '/store/latest')
  expect(drawer.queryByText('Popular stores')).toBeNull()
})
