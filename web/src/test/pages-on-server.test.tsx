import { act } from '@testing-library/react'
import { StrictMode, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { ChildCategories } from '@/features/category/category-list'
import { Home } from '@/features/home/home'
import { burger, plainItem, shirt } from './item-fixtures'
import { ProductView } from '@/features/item/product-view'
import { Results } from '@/features/search/results'
import { SearchBox } from '@/features/search/search-box'
import { StoreView } from '@/features/store/store-view'
import type { StoreDetail } from '@/lib/api/types.gen'
import { seedPreloaded } from '@/lib/requests/query-client'
import { emptyScope } from '@/lib/scope/scope'
import { testCartActions } from './cart-actions'
import { testBanner, testNoodles, testStore } from './fixtures'
import { testApp } from './render-app'

/** What the server puts into the page, in the words of internal/page/routes.go. */
const block = (operation: string, params: object, body: object) => ({ operation, params, body })

const store: StoreDetail = {
  ...testStore,
  open: false,
  opens_at: '2026-11-21T05:00:00Z',
  categories: [{ ...testNoodles, id: 21, name: 'Drinks' }],
  schedules: [],
  time_zone: 'Indian/Maldives',
}
const items = { items: [plainItem, burger], limit: 10, offset: 1, total_size: 2 }
const stores = { stores: [testStore], limit: 12, offset: 1, total_size: 1 }

const pages: [string, string, ReactNode, object[], string[]][] = [
  [
    '/home',
    '/home',
    <Home key="home" />,
    [
      block('listBanners', {}, { banners: [testBanner] }),
      block('listCategories', { query: { featured: 1 } }, { categories: [testNoodles] }),
      block('listPopularStores', { query: { type: 'all', offset: 1, limit: 12 } }, stores),
      block('listDiscountedItems', { query: { available_now: true, offset: 1, limit: 10 } }, items),
    ],
    ['The whole street', 'Noodles', testStore.name, 'Double smash burger', 'Deals of the day'],
  ],
  [
    '/store/{id}',
    '/store/smash-and-sons',
    <StoreView key="store" store={store} />,
    [block('listItems', { query: { store_id: 3, offset: 1, limit: 100 } }, items)],
    [testStore.name, 'Drinks', 'Lime soda', 'Closed now.'],
  ],
  [
    '/category/{id}',
    '/category/noodles',
    <Results key="category" title="Noodles" subject={{ categoryId: 21 }} filters={{}} of="item" />,
    [
      block('listItems', { query: { category_id: 21, offset: 1, limit: 20 } }, items),
      block('listStores', { query: { category_id: 21, offset: 1, limit: 20 } }, stores),
    ],
    ['Noodles', 'Double smash burger', 'Lime soda'],
  ],
  [
    '/product/{id}',
    '/product/island-shirt',
    <ProductView key="product" item={shirt} onBuyNow={() => {}} />,
    [
      block('listItems', { query: { related_to: 9, offset: 1, limit: 10 } }, items),
      block('listItemReviews', { path: { id: 'island-shirt' }, query: { offset: 1, limit: 20 } }, { reviews: [] }),
    ],
    ['Island shirt', '$19.99', 'Add to cart', 'Sea Blue'],
  ],
]

/** What a server would send: without window, document, storage or clock to lean on. */
function onServer(ui: ReactNode) {
  for (const name of ['window', 'document', 'localStorage', 'navigator', 'matchMedia']) vi.stubGlobal(name, undefined)
  const clock = vi.spyOn(Date, 'now').mockReturnValue(1_763_650_000_000)
  try {
    return renderToString(ui)
  } finally {
    clock.mockRestore()
    vi.unstubAllGlobals()
  }
}

test.each(pages)(
  'API-03 BRW-01 BRW-04 the first view of %s is in the page, and taken over without a word or a call',
  async (_pattern, path, page, blocks, words) => {
    window.IntersectionObserver = class {
      observe() {}
      disconnect() {}
    } as never
    const { wrapper: Wrapper, queryClient } = testApp({ path })
    queryClient.setDefaultOptions({ queries: { staleTime: 30_000, retry: false } }) // as the page's own client
    seedPreloaded(queryClient, JSON.stringify(blocks), emptyScope)
    const { within } = testCartActions()
    const ui = (
      <StrictMode>
        <Wrapper>
          {within(
            <>
              <SearchBox />
              {page}
              <ChildCategories category={testNoodles} />
            </>,
          )}
        </Wrapper>
      </StrictMode>
    )
    const html = onServer(ui)
    for (const word of words) expect(html.replaceAll('<!-- -->', '')).toContain(word.replace('&', '&amp;'))

    const root = document.createElement('div')
    root.innerHTML = html
    document.body.append(root)
    const onRecoverableError = vi.fn<() => void>()
    // A call that nobody answers is an error on the console, and fails the test.
    const taken = await act(() => Promise.resolve(hydrateRoot(root, ui, { onRecoverableError })))
    expect(onRecoverableError).not.toHaveBeenCalled()
    for (const word of words) expect(root).toHaveTextContent(word)
    act(() => taken.unmount())
    root.remove()
  },
)
