import { act } from '@testing-library/react'
import { StrictMode, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { ItemCard } from '@/components/catalog/item-card'
import { OfflineBanner } from '@/components/loading/offline-banner'
import { Rail } from '@/components/layout/rail'
import { StoreCard } from '@/components/catalog/store-card'
import { Frame } from '@/features/frame/frame'
import { LocationButton } from '@/features/frame/location-button'
import { SearchBox } from '@/features/search/search-box'
import { useScope } from '@/lib/scope/scope'
import { write } from '@/lib/scope/local-storage'
import { testItem, testLanding, testStore } from './fixtures'
import { testApp } from './render-app'

function Page() {
  const { location } = useScope()
  return (
    <Frame
      landing={testLanding}
      moduleType="food"
      homeHref="/"
      signedIn={false}
      slots={{
        place: (lines) => <LocationButton lines={lines} location={location} moduleType="food" />,
        search: <SearchBox />,
        cartCount: undefined,
        onCart: () => {},
        onSearch: () => {},
        onMap: () => {},
        menu: () => null,
      }}
    >
      <OfflineBanner />
      <Rail title="Deals" of="items">
        <ItemCard item={testItem} href="/home" onAdd={() => {}} />
        <StoreCard store={{ ...testStore, open: false, opens_at: '2026-11-21T05:00:00Z' }} href="/home" />
      </Rail>
    </Frame>
  )
}

/** What a server would send: without window, document, storage or clock to lean on. */
function onServer(ui: ReactNode) {
  for (const name of ['window', 'document', 'localStorage', 'navigator', 'matchMedia']) vi.stubGlobal(name, undefined)
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
    throw new Error('no clock while rendering')
  })
  try {
    return renderToString(ui)
  } finally {
    clock.mockRestore()
    vi.unstubAllGlobals()
  }
}

test('the frame and its cards render without a browser, and one takes them over without a word', async () => {
  const { wrapper: Wrapper } = testApp()
  const ui = (
    <StrictMode>
      <Wrapper>
        <Page />
      </Wrapper>
    </StrictMode>
  )
  const html = onServer(ui)
  expect(html).toContain('Double smash burger')
  expect(html).toContain('Choose where you are')

  // The person who opens it has been here before: the server could not know.
  write({ location: '1 Harbour Road', settings: '{"theme":"dark"}' })
  const root = document.createElement('div')
  root.innerHTML = html
  document.body.append(root)
  const onRecoverableError = vi.fn()
  const taken = await act(() => Promise.resolve(hydrateRoot(root, ui, { onRecoverableError })))
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(root).toHaveTextContent('1 Harbour Road')
  act(() => taken.unmount())
  root.remove()
})
