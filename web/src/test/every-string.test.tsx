import { parse } from '@formatjs/icu-messageformat-parser'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { ConfirmDialog } from '@/components/overlay/confirm-dialog'
import { ErrorState } from '@/components/loading/error-state'
import { ItemCard } from '@/components/catalog/item-card'
import { Rail } from '@/components/layout/rail'
import { Stepper } from '@/components/form/stepper'
import { StoreCard } from '@/components/catalog/store-card'
import { Frame } from '@/features/frame/frame'
import MenuDrawer from '@/features/frame/menu-drawer'
import { LocationButton } from '@/features/frame/location-button'
import { SearchBox } from '@/features/search/search-box'
import type { ConfigView } from '@/lib/api/types.gen'
import { loadMessages } from '@/lib/text/languages'
import { pseudo } from '../../build/pseudo'
import { testCartActions } from './cart-actions'
import { testItem, testLanding, testShop, testStore } from './fixtures'
import { isPlainEnglish, textsOnPage } from './plain-english'
import { renderApp } from './render-app'
import { testLine } from './trade-fixtures'

// What comes from the server is no message: here it is in letters that no message has.
const item = { ...testItem, name: 'Ω', store_name: 'Ω', available_time_starts: '07:00', available_now: false }
const store = { ...testStore, name: 'Ω', tagline: 'Ω' }
const shop: ConfigView = {
  ...testShop,
  business_name: 'Ω',
  address: 'Ω',
  email: 'Ω',
  footer_text: 'Ω',
  toggle_store_registration: 1,
  toggle_dm_registration: 1,
  centralize_login: { ...testShop.centralize_login, manual_login_status: 1 },
}
const stores = { entries: [{ name: 'Ω', href: '/' as const }], allHref: '/' as const }

const screens: [string, ReactNode][] = [
  [
    'the frame',
    <Frame
      key="frame"
      landing={{ ...testLanding, fixed_newsletter_title: 'Ω' }}
      moduleType="food"
      homeHref="/"
      signedIn={false}
      slots={{
        place: (lines) => <LocationButton lines={lines} location="" moduleType="food" />,
        search: <SearchBox />,
        cartCount: 2,
        onCart: () => {},
        onSearch: () => {},
        onMap: () => {},
        menu: () => null,
      }}
    >
      <h1>Ω</h1>
    </Frame>,
  ],
  [
    'cards',
    testCartActions().within(
      <Rail key="cards" title="Ω" of="items">
        <ItemCard item={item} href="/" onAdd={() => {}} />
        <ItemCard item={{ ...item, stock: 0 }} href="/" />
        <ItemCard item={{ ...item, store_open: false }} href="/" onAdd={() => {}} line={{ ...testLine, item }} />
        <StoreCard store={store} href="/" />
        <StoreCard store={{ ...store, open: false, free_delivery: true }} href="/" />
        <StoreCard store={{ ...store, delivery: false }} href="/" />
      </Rail>,
    ),
  ],
  ['a stepper', <Stepper key="stepper" label="Ω" value={2} onChange={() => {}} />],
  ['an error', <ErrorState key="error" error={undefined} onRetry={() => {}} />],
  ['a question', <ConfirmDialog key="confirm" opened title="Ω" onConfirm={() => {}} onClose={() => {}} />],
  ['the menu', <MenuDrawer key="menu" opened onClose={() => {}} latest={stores} popular={stores} sellers="stores" />],
]

/** The language menu names each language in itself. */
const isLanguageName = (text: string) => text.includes('English')

const plainTexts = () => textsOnPage().filter((text) => isPlainEnglish(text) && !isLanguageName(text))

test.each(screens)('I18N-01 every string of %s is a message', async (_name, ui) => {
  renderApp(ui, { shop, language: 'en-XA', messages: await loadMessages('en-XA') })
  expect(textsOnPage().length).toBeGreaterThan(2)
  expect(plainTexts()).toEqual([])
})

test.each(screens)('I18N-01 TRAP_L1 %s turns round from right to left', async (_name, ui) => {
  renderApp(ui, { shop, language: 'ar-XB', messages: await loadMessages('ar-XB') })
  expect(document.documentElement.dir).toBe('rtl')
  expect(plainTexts()).toEqual([])
})

test('I18N-01 a string that is no message is found', () => {
  renderApp(<button type="button" aria-label="Åðð tö çåŕt" title="Add to cart" />)
  expect(plainTexts()).toEqual(['Add to cart'])
})

test('a pseudo-locale keeps placeholders and takes a third more room', () => {
  const [before, name, after] = pseudo(parse('Add {name} to cart'), false)
  expect(name).toEqual(parse('{name}')[0])
  expect([before, after]).toMatchObject([{ value: 'Åðð ~~' }, { value: ' tö çåŕt~~~' }])
})

test('a pseudo-locale reaches into plurals and tags', () => {
  const rewritten = JSON.stringify(pseudo(parse('{n, plural, one {# item} other {<b>all items</b>}}'), false))
  expect(rewritten).toContain('îtém')
  expect(rewritten).toContain('åļļ îtémš')
})
