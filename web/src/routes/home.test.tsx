import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { burger, lineOf, plainItem } from '@/test/item-fixtures'
import type {
  BannersOutputBody,
  CartLineView,
  CategoriesOutputBody,
  ConfigView,
  ErrorBody,
  ItemsOutputBody,
  ItemView,
  StoresOutputBody,
  StoreView,
  SuggestOutputBody,
  Suggestion,
} from '@/lib/api/types.gen'
import { chooseModule, choosePlace, currentScope } from '@/lib/scope/scope'
import { testBanner, testNoodles, testShop, testStore, wholeList } from '@/test/fixtures'
import { renderPage } from '@/test/render-page'
import { server } from '@/test/server'

vi.setConfig({ testTimeout: 20_000 })

const items = (list: ItemView[], total = list.length) =>
  HttpResponse.json<ItemsOutputBody>({ items: list, limit: 20, offset: 1, total_size: total })
const stores = (list: StoreView[], total = list.length) =>
  HttpResponse.json<StoresOutputBody>({ stores: list, limit: 12, offset: 1, total_size: total })

const refusal = (message: string) => HttpResponse.json<ErrorBody>({ errors: [], message }, { status: 503 })

beforeEach(() => {
  server.use(
    http.get('*/banners', () => HttpResponse.json<BannersOutputBody>(wholeList({ banners: [testBanner] }))),
    http.get('*/categories', () => HttpResponse.json<CategoriesOutputBody>(wholeList({ categories: [testNoodles] }))),
    http.get('*/stores/popular', () => stores([testStore])),
    http.get('*/stores', () => stores([testStore])),
    http.get('*/stores/:id', () => refusal('Another page.')),
    http.get('*/items/discounted', () => items([plainItem, burger])),
    http.get('*/items', () => items([plainItem, burger])),
    http.get('*/items/suggest', () => HttpResponse.json<SuggestOutputBody>({ suggestions: [] })),
    http.get('*/items/:id', ({ params }) => HttpResponse.json(params.id === burger.slug ? burger : plainItem)),
  )
})

const title = (name: string) => screen.findByRole('heading', { level: 2, name }, { timeout: 8000 })
const atHome = () => {
  choosePlace({ location: 'Old Town', point: { lat: -11.4, lng: 65.2 }, zoneIds: [1] })
  chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
}

describe('the first screen', () => {
  test('BRW-01 every section has its own call, with the same parameters as the server', async () => {
    const { calls } = renderPage('/home')
    await title('The whole street')
    for (const name of ['What are you craving?', 'Popular near you', 'Deals of the day']) await title(name)
    expect(screen.getByRole('link', { name: 'Noodles' })).toHaveAttribute('href', '/category/noodles?module_id=10')
    expect(calls).toEqual(
      expect.arrayContaining([
        '/banners',
        '/categories?featured=1',
        '/stores/popular?type=all&offset=1&limit=12',
        '/items/discounted?available_now=true&offset=1&limit=10',
      ]),
    )
    // Sections further down are fetched only when scrolled near.
    expect(calls.filter((call) => /latest|recommended|top-rated|items\/popular/.test(call))).toEqual([])
    expect(calls.filter((call) => call === '/banners')).toHaveLength(1)
  })

  test('BRW-01 a section that failed to load shows its error and can be fetched again', async () => {
    let answers = false
    server.use(
      http.get<never, never, StoresOutputBody | ErrorBody>('*/stores/popular', () =>
        answers ? stores([testStore]) : refusal('The kitchen is on fire.'),
      ),
    )
    const { user } = renderPage('/home')
    const alert = within(await screen.findByRole('alert', {}, { timeout: 8000 }))
    expect(alert.getByText('The kitchen is on fire.')).toBeVisible()
    await title('Deals of the day')
    answers = true
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: testStore.name })).toBeVisible()
  })

  test('BRW-01 if all calls fail, one error is shown, and its button fetches everything again', async () => {
    const paths = ['*/banners', '*/categories', '*/stores/popular', '*/items/discounted']
    server.use(...paths.map((path) => http.get(path, () => refusal('The line is dead.'))))
    const { user, calls } = renderPage('/home')
    const alert = within(await screen.findByRole('alert', {}, { timeout: 8000 }))
    await waitFor(() => expect(screen.getAllByText('The line is dead.')).toHaveLength(1), { timeout: 8000 })
    const before = calls.length
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(calls.slice(before).map((call) => call.split('?')[0])).toHaveLength(4))
  })

  test('BRW-01 a place without stores shows a message and a link to choose another place', async () => {
    server.use(
      http.get('*/stores/popular', () => stores([])),
      http.get('*/items/discounted', () => items([])),
    )
    renderPage('/home')
    expect(await title('Nothing is sold here yet')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Choose another place' })).toHaveAttribute('href', '/')
  })
})

describe('cards and the open item', () => {
  test('TRAP_D24 cards have a heart if a login is on, and none if every login is off', async () => {
    // With the login first: so the heart's file is loaded when its absence is checked.
    const withLogin: ConfigView = {
      ...testShop,
      centralize_login: { ...testShop.centralize_login, manual_login_status: 1 },
    }
    const { unmount } = renderPage('/home', { shop: withLogin })
    await title('Deals of the day')
    for (const name of [burger.name, testStore.name]) {
      expect(await screen.findByRole('button', { name: `Add ${name} to your wishlist` })).toBeVisible()
    }
    unmount()

    renderPage('/home')
    expect(await screen.findByRole('link', { name: burger.name }, { timeout: 8000 })).toBeVisible()
    expect(await screen.findByRole('link', { name: testStore.name })).toBeVisible()
    expect(screen.queryByRole('button', { name: /wishlist/ })).toBeNull()
  })

  test('TRAP_S7 an item without choices is added at once, one with a required choice opens its dialog', async () => {
    const posted: unknown[] = []
    server.use(
      http.post('*/cart', async ({ request }) => {
        posted.push(await request.json())
        return HttpResponse.json<CartLineView[]>([lineOf(plainItem)])
      }),
    )
    atHome()
    const { user } = renderPage('/home')
    await user.click(await screen.findByRole('button', { name: 'Add Lime soda to cart' }, { timeout: 8000 }))
    await waitFor(() => expect(posted).toMatchObject([{ item_id: 7, quantity: 1 }]))
    expect(await screen.findByRole('group', { name: 'Lime soda' })).toBeVisible() // now a stepper

    await user.click(screen.getByRole('button', { name: 'Add Double smash burger to cart' }))
    expect(await screen.findByRole('dialog', { name: 'Double smash burger' }, { timeout: 8000 })).toBeVisible()
    expect(posted).toHaveLength(1)
  })

  test('TRAP_D17 the open item is in the URL: a card opens it, the back button closes it', async () => {
    atHome()
    const { history, user } = renderPage('/home')
    await user.click(await screen.findByRole('link', { name: 'Double smash burger' }, { timeout: 8000 }))
    expect(await screen.findByRole('dialog', { name: 'Double smash burger' }, { timeout: 8000 })).toBeVisible()
    expect(history.location.href).toBe('/home?item=double-smash-burger')
    history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(history.location.href).toBe('/home')
  })

  test('TRAP_D17 closing it goes one step back instead of adding an entry to the history', async () => {
    atHome()
    const { history, user } = renderPage('/home')
    await user.click(await screen.findByRole('link', { name: 'Double smash burger' }, { timeout: 8000 }))
    const dialog = await screen.findByRole('dialog', { name: 'Double smash burger' }, { timeout: 8000 })
    const entries = history.length
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(history.location.href).toBe('/home')
    expect(history.location.state.__TSR_index).toBe(0)
    expect(history.length).toBeLessThanOrEqual(entries)
  })

  test('TRAP_D17 a link opens the item, and closing stays on the link’s page', async () => {
    atHome()
    const { history, user } = renderPage('/home?item=double-smash-burger', { before: ['/categories'] })
    const dialog = await screen.findByRole('dialog', { name: 'Double smash burger' }, { timeout: 8000 })
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(history.location.href).toBe('/home'))
    expect(history.location.state.__TSR_index).toBe(1)
  })
})

describe('results', () => {
  test('BRW-02 a typed search finds items and stores, each with its count', async () => {
    server.use(http.get('*/items', () => items([plainItem, burger], 34)))
    const { calls, user } = renderPage('/home?search=category&name=burger')
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Results for “burger”' }, { timeout: 8000 }),
    ).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Double smash burger' })).toBeVisible()
    expect(screen.getByRole('tab', { name: 'Items 34' })).toHaveAttribute('aria-selected', 'true')
    await user.click(screen.getByRole('tab', { name: 'Stores 1' }))
    expect(await screen.findByRole('link', { name: testStore.name })).toBeVisible()
    expect(calls).toEqual(
      expect.arrayContaining(['/items?search=burger&offset=1&limit=20', '/stores?search=burger&offset=1&limit=20']),
    )
  })

  test('BRW-02 a category’s results are its items', async () => {
    const { calls } = renderPage('/home?search=category&id=21&module_id=10&name=Noodles&data_type=item')
    expect(await screen.findByRole('heading', { level: 1, name: 'Noodles' }, { timeout: 8000 })).toBeVisible()
    await screen.findByRole('link', { name: 'Double smash burger' })
    expect(calls).toContain('/items?category_id=21&offset=1&limit=20')
  })

  test('BRW-02 without a name in the link, the title is the category’s', async () => {
    server.use(http.get('*/categories/21', () => HttpResponse.json(testNoodles)))
    renderPage('/home?search=category&id=21')
    expect(await screen.findByRole('heading', { level: 1, name: 'Noodles' }, { timeout: 8000 })).toBeVisible()
  })

  test('BRW-02 a link to a category that does not exist says so', async () => {
    const message = 'This category does not exist.'
    server.use(
      http.get('*/categories/99', () =>
        HttpResponse.json<ErrorBody>({ errors: [{ code: 'not_found', message }], message }, { status: 404 }),
      ),
    )
    renderPage('/home?search=category&id=99')
    expect(
      await screen.findByRole('heading', { level: 1, name: 'There is no such page' }, { timeout: 8000 }),
    ).toBeVisible()
  })

  test('BRW-02 a link to another module’s category switches to that module, until one is chosen', async () => {
    choosePlace({ location: 'Old Town', point: { lat: -11.4, lng: 65.2 }, zoneIds: [1] })
    chooseModule({ id: 11, module_type: 'grocery', module_name: 'Grocery' })
    const { history, router, user } = renderPage('/home')
    await title('Deals of the day')
    await router.navigate({ href: '/home?search=category&id=21&module_id=10&name=Noodles' })
    await screen.findByRole('heading', { level: 1, name: 'Noodles' }, { timeout: 8000 })
    await waitFor(() => expect(currentScope().module?.id).toBe(10))
    await user.click((await screen.findAllByRole('button', { name: 'Grocery' }))[0] as HTMLElement)
    await waitFor(() => expect(history.location.href).toBe('/home'))
    expect(currentScope().module?.id).toBe(11)
  })

  const inGrocery = { ...testNoodles, module_id: 11, slug: 'pantry', name: 'Pantry' }

  test.each([
    ['a category', '/category/pantry'],
    ['a category with its module', '/category/pantry?module_id=11'],
    ['results', '/home?search=category&id=21&module_id=11'],
  ])('BRW-02 BRW-03 LOC-13 a first visit by a link to %s of another module switches to it', async (_of, href) => {
    const asked = new Set<string | null>()
    server.use(
      http.get('*/categories/:id', () => HttpResponse.json(inGrocery)),
      http.get('*/items', ({ request }) => {
        asked.add(request.headers.get('moduleId'))
        return items([plainItem])
      }),
    )
    renderPage(href)
    expect(await screen.findByRole('heading', { level: 1, name: 'Pantry' }, { timeout: 8000 })).toBeVisible()
    expect(await screen.findByRole('link', { name: plainItem.name }, { timeout: 8000 })).toBeVisible()
    expect([...asked]).toEqual(['11'])
    expect(currentScope().module).toMatchObject({ id: 11, module_type: 'grocery' })
  })

  test('BRW-02 LOC-13 a first visit by a link to the home of another module switches to it', async () => {
    renderPage('/home?module_id=11')
    await title('Deals of the day')
    expect(currentScope().module).toMatchObject({ id: 11, module_type: 'grocery' })
  })

  test('LOC-07 a link to the default module’s category leaves the choice of a module open', async () => {
    server.use(http.get('*/categories/:id', () => HttpResponse.json(testNoodles)))
    renderPage('/category/noodles?module_id=10')
    expect(await screen.findByRole('link', { name: plainItem.name }, { timeout: 8000 })).toBeVisible()
    expect(currentScope().module).toBeUndefined()
  })

  test('BRW-03 a category’s subcategories are between its title and its items', async () => {
    const udon = { ...testNoodles, id: 22, slug: 'udon', name: 'Udon', parent_id: 21 }
    server.use(http.get('*/categories/:id', () => HttpResponse.json({ ...testNoodles, childes: [udon] })))
    renderPage('/category/noodles')
    const child = await screen.findByRole('link', { name: 'Udon' }, { timeout: 8000 })
    const item = await screen.findByRole('link', { name: 'Double smash burger' })
    const heading = screen.getByRole('heading', { level: 1, name: 'Noodles' })
    expect(heading.compareDocumentPosition(child)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(child.compareDocumentPosition(item)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('BRW-02 filters and order are in the URL and the call, and can be cleared', async () => {
    const { calls, history, user } = renderPage('/home?search=category&name=burger')
    await user.click(await screen.findByRole('button', { name: 'Deals' }, { timeout: 8000 }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Price: low to high')
    await user.click(await screen.findByRole('button', { name: 'Price' }, { timeout: 8000 }))
    await user.type(await screen.findByRole('textbox', { name: 'To' }), '9.505')
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    expect(screen.getByRole('textbox', { name: 'To' })).toHaveAccessibleDescription('An amount has at most 2 decimals.')
    await user.clear(screen.getByRole('textbox', { name: 'To' }))
    await user.type(screen.getByRole('textbox', { name: 'To' }), '٩٫٥')
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() =>
      expect(calls).toContain('/items?search=burger&sort=price_asc&max_price=9.5&discounted=true&offset=1&limit=20'),
    )
    expect(history.location.search).toContain('discounted=true')
    expect(screen.getByRole('button', { name: 'Deals' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(history.location.search).not.toContain('discounted'))
    expect(history.location.search).toContain('sort=price_asc')
  })

  test('BRW-02 endless paging continues while there are more items', async () => {
    const page = (offset: number): ItemsOutputBody => ({
      items: [{ ...plainItem, id: offset, slug: `item-${offset}`, name: `Item ${offset}` }],
      limit: 20,
      offset,
      total_size: 41,
    })
    server.use(
      http.get('*/items', ({ request }) =>
        HttpResponse.json<ItemsOutputBody>(page(Number(new URL(request.url).searchParams.get('offset')))),
      ),
    )
    const { user } = renderPage('/home?search=category&name=soda')
    for (const name of ['Item 2', 'Item 3']) {
      await user.click(await screen.findByRole('button', { name: 'Show more' }, { timeout: 8000 }))
      expect(await screen.findByRole('link', { name })).toBeVisible()
    }
    expect(screen.getByRole('link', { name: 'Item 1' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('BRW-02 an empty result names the search text', async () => {
    server.use(http.get('*/items', () => items([])))
    renderPage('/home?search=category&name=zzz')
    expect(await title('Nothing found for “zzz”')).toBeVisible()
  })

  test('BRW-02 invalid search parameters are ignored', async () => {
    const { calls } = renderPage('/home?search=category&name=x&sort=sideways&min_rating=99&id=-3&veg=maybe')
    await screen.findByRole('link', { name: 'Double smash burger' }, { timeout: 8000 })
    expect(calls).toContain('/items?search=x&offset=1&limit=20')
  })

  test('BRW-06 if the shop marks vegetarian items, there is a filter for them', async () => {
    const { calls, user } = renderPage('/home?search=category&name=x', { shop: { ...testShop, toggle_veg_non_veg: 1 } })
    await screen.findByRole('link', { name: 'Double smash burger' }, { timeout: 8000 })
    expect(screen.getByRole('img', { name: 'Not vegetarian' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Non-veg' }))
    await waitFor(() => expect(calls).toContain('/items?search=x&veg=non_veg&offset=1&limit=20'))
  })

  test('BRW-06 if it does not, there are no such filters and marks', async () => {
    renderPage('/home?search=category&name=x', { shop: { ...testShop, toggle_veg_non_veg: 0 } })
    await screen.findByRole('link', { name: 'Double smash burger' }, { timeout: 8000 })
    expect(screen.queryByRole('img', { name: 'Not vegetarian' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Veg' })).toBeNull()
  })
})

describe('the search box', () => {
  const suggestions: Suggestion[] = [
    { kind: 'category', id: 21, slug: 'noodles', name: 'Noodles', image_full_url: '' },
    { kind: 'store', id: 3, slug: 'noon-box', name: 'Noon Box', image_full_url: '' },
    { kind: 'item', id: 8, slug: burger.slug, name: burger.name, store_name: 'Smash & Sons', image_full_url: '' },
  ]
  const box = () => screen.findByRole('combobox', { name: 'Search' }, { timeout: 8000 })

  test('BRW-02 Enter searches for the typed text', async () => {
    const { history, user } = renderPage('/home')
    await user.type(await box(), 'hot honey{Enter}')
    await waitFor(() => expect(history.location.href).toBe('/home?search=category&name=hot+honey'))
    expect(await box()).toHaveValue('hot honey')
  })

  test('BRW-02 suggestions are shown while typing, and the keyboard chooses one', async () => {
    server.use(http.get('*/items/suggest', () => HttpResponse.json<SuggestOutputBody>({ suggestions })))
    const { calls, history, user } = renderPage('/home')
    await user.click(await box())
    await user.paste('noo') // pasted at once, because the speed of typing decides how many requests there are
    expect(await screen.findAllByRole('option')).toHaveLength(3)
    expect(await box()).toHaveAttribute('aria-expanded', 'true')
    expect(calls.filter((call) => call.startsWith('/items/suggest'))).toEqual(['/items/suggest?q=noo'])
    await user.keyboard('{ArrowDown}{ArrowDown}')
    const second = screen.getByRole('option', { name: /Noon Box/ })
    expect(second).toHaveAttribute('aria-selected', 'true')
    expect(await box()).toHaveAttribute('aria-activedescendant', second.id)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('option')).toBeNull()
    await user.keyboard('{ArrowUp}{ArrowUp}{Enter}')
    await waitFor(() => expect(history.location.pathname).toBe('/store/noon-box'))
  })

  test('BRW-02 a suggested item opens over the current page', async () => {
    server.use(http.get('*/items/suggest', () => HttpResponse.json<SuggestOutputBody>({ suggestions })))
    const { history, user } = renderPage('/home')
    await user.type(await box(), 'smash')
    await user.click(await screen.findByRole('option', { name: /Double smash/ }))
    expect(await screen.findByRole('dialog', { name: burger.name }, { timeout: 8000 })).toBeVisible()
    expect(history.location.href).toBe(`/home?item=${burger.slug}`)
  })
})
