import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { burger, plainItem } from '@/test/item-fixtures'
import type {
  Correction,
  ErrorBody,
  ItemsOutputBody,
  ItemView,
  StoresOutputBody,
  StoreView,
  SuggestOutputBody,
} from '@/lib/api/types.gen'
import { read, write } from '@/lib/scope/local-storage'
import { chooseModule, choosePlace } from '@/lib/scope/scope'
import { testShop, testStore } from '@/test/fixtures'
import { gate } from '@/test/gate'
import { renderPage } from '@/test/render-page'
import { server } from '@/test/server'

const items = (list: ItemView[], correction?: Correction) =>
  HttpResponse.json<ItemsOutputBody>({ items: list, limit: 20, offset: 1, total_size: list.length, correction })
const stores = (list: StoreView[]) =>
  HttpResponse.json<StoresOutputBody>({ stores: list, limit: 20, offset: 1, total_size: list.length })
const suggested = (name: string) =>
  HttpResponse.json<SuggestOutputBody>({
    suggestions: [{ kind: 'item', id: 8, slug: burger.slug, name, store_name: 'Smash & Sons', image_full_url: '' }],
  })

beforeEach(() => {
  choosePlace({ location: 'Old Town', point: { lat: -11.4, lng: 65.2 }, zoneIds: [1] })
  chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
  write({ recent_searches: null })
  server.use(
    http.get('*/stores', () => stores([testStore])),
    http.get('*/items', () => items([plainItem, burger])),
    http.get('*/items/suggest', () => HttpResponse.json<SuggestOutputBody>({ suggestions: [] })),
  )
})

const box = () => screen.findByRole('combobox', { name: 'Search' })

describe('a corrected search', () => {
  test('BRW-02 says what it searched for, and links to a search for the typed text', async () => {
    server.use(
      http.get('*/items', ({ request }) =>
        new URL(request.url).searchParams.has('exact')
          ? items([])
          : items([burger], { query: 'burger', exact_size: 0 }),
      ),
    )
    const { calls, history, user } = renderPage('/home?search=category&name=bruger')
    expect(await screen.findByText(/Showing results for/)).toHaveTextContent('Showing results for burger.')
    await user.click(screen.getByRole('link', { name: 'Search only for “bruger”' }))
    await waitFor(() => expect(history.location.search).toBe('?search=category&name=bruger&exact=true'))
    expect(await screen.findByRole('heading', { level: 2, name: 'Nothing found for “bruger”' })).toBeVisible()
    expect(screen.queryByText(/Showing results for/)).toBeNull()
    expect(calls).toContain('/items?search=bruger&exact=true&offset=1&limit=20')
  })

  test('BRW-02 says if the correction only adds results', async () => {
    server.use(http.get('*/items', () => items([plainItem, burger], { query: 'cake', exact_size: 1 })))
    renderPage('/home?search=category&name=coke')
    expect(await screen.findByText(/Also showing results for/)).toHaveTextContent('cake')
  })
})

describe('filters', () => {
  test('BRW-02 the filters of stores also apply to items, and stay when the tab changes', async () => {
    const { calls, history, user } = renderPage('/home?search=category&name=tea')
    for (const name of ['Open now', 'Free delivery', 'Within 30 min', 'Halal', 'Organic']) {
      await user.click(await screen.findByRole('button', { name }))
    }
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Nearest')
    await waitFor(() => {
      const last = new URLSearchParams(calls.findLast((call) => call.startsWith('/items?'))?.split('?')[1])
      expect(Object.fromEntries(last)).toEqual({
        search: 'tea',
        free_delivery: 'true',
        max_delivery_time: '30',
        sort: 'distance',
        halal: 'true',
        organic: 'true',
        available_now: 'true',
        offset: '1',
        limit: '20',
      })
    })
    await user.click(screen.getByRole('tab', { name: /Stores/ }))
    expect(screen.getByRole('button', { name: 'Open now' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(history.location.search).toBe('?search=category&name=tea&data_type=store'))
  })

  test('BRW-02 without a place, a link that sorts by distance has the usual order', async () => {
    write({ currentLatLng: null })
    const { calls } = renderPage('/home?search=category&name=tea&sort=distance')
    expect(await screen.findByRole('link', { name: burger.name })).toBeVisible()
    expect(calls.filter((call) => call.includes('sort='))).toEqual([])
  })

  test('BRW-06 where the veg filter is switched off, a link that has it shows all results', async () => {
    const { calls } = renderPage('/home?search=category&name=tea&veg=veg', {
      shop: { ...testShop, toggle_veg_non_veg: 0 },
    })
    expect(await screen.findByRole('link', { name: burger.name })).toBeVisible()
    expect(calls.filter((call) => call.includes('veg='))).toEqual([])
  })

  test('BRW-02 nothing is said about new words before their results have come', async () => {
    const [release, held] = gate()
    server.use(
      http.get('*/items', async ({ request }) => {
        if (new URL(request.url).searchParams.get('search') === 'xyzzy') return items([])
        await held
        return items([burger])
      }),
    )
    const { user } = renderPage('/home?search=category&name=xyzzy')
    expect(await screen.findByText('Nothing found for “xyzzy”')).toBeVisible()
    await user.clear(await box())
    await user.type(await box(), 'burger{Enter}')
    expect(await screen.findByRole('heading', { name: 'Results for “burger”' })).toBeVisible()
    expect(screen.queryByText(/Nothing found|0 results/)).toBeNull()
    release()
    expect(await screen.findByText('1 result')).toBeVisible()
  })

  test('BRW-02 a link with the old name of a filter can be cleared', async () => {
    const { history, user } = renderPage('/home?search=category&name=tea&available_now=true')
    const button = await screen.findByRole('button', { name: 'Open now' })
    expect(button).toHaveAttribute('aria-pressed', 'true')
    await user.click(button)
    await waitFor(() => expect(history.location.search).toBe('?search=category&name=tea'))
  })

  test('BRW-02 if no items are left, says so, and offers to clear the filters or to show stores', async () => {
    server.use(
      http.get('*/items', ({ request }) => items(new URL(request.url).searchParams.has('organic') ? [] : [burger])),
    )
    const { history, user } = renderPage('/home?search=category&name=tea&organic=true')
    expect(await screen.findByText('Your filters may hide what you are looking for.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'See 1 store' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear all filters' }))
    expect(await screen.findByRole('link', { name: burger.name })).toBeVisible()
    expect(history.location.search).toBe('?search=category&name=tea')
  })
})

describe('recent searches', () => {
  test('BRW-02 are offered in the empty field, can be searched again, and be removed one by one or all at once', async () => {
    const { calls, history, user } = renderPage('/home?search=category&name=tea')
    for (const words of ['lime soda', 'burger']) {
      await user.clear(await box())
      await user.type(await box(), `${words}{Enter}`)
      await waitFor(() => expect(read('recent_searches')).toContain(words))
    }
    await user.clear(await box())
    const recent = within(await screen.findByRole('region', { name: 'Recent searches' }))
    expect(recent.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['burger', 'lime soda'])
    await user.click(recent.getByRole('button', { name: 'lime soda' }))
    await waitFor(() => expect(history.location.search).toBe('?search=category&name=lime+soda'))
    expect(screen.queryByRole('region', { name: 'Recent searches' })).toBeNull()

    await user.clear(await box())
    await user.click(await screen.findByRole('button', { name: 'Remove “burger”' }))
    expect(screen.getByRole('button', { name: 'lime soda' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    expect(screen.queryByRole('region', { name: 'Recent searches' })).toBeNull()
    expect(read('recent_searches')).toBeNull()
    expect(await box()).toHaveFocus()
    expect(calls.filter((call) => /recent/.test(call))).toEqual([])
  })

  test('BRW-02 the field keeps the focus while one is pressed, also where a browser focuses no button', async () => {
    write({ recent_searches: '["tea"]' })
    const { user } = renderPage('/home?search=category')
    await user.click(await box())
    const again = await screen.findByRole('button', { name: 'tea' })
    expect(fireEvent.mouseDown(again), 'the press moves the focus').toBe(false)
  })

  test('BRW-02 Escape closes them and keeps the focus in the field', async () => {
    write({ recent_searches: '["tea"]' })
    const { user } = renderPage('/home?search=category')
    await user.click(await box())
    const again = await screen.findByRole('button', { name: 'tea' })
    await user.tab()
    await user.tab()
    expect(again).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Recent searches' })).toBeNull()
    expect(await box()).toHaveFocus()
  })
})

test('BRW-02 if fetching suggestions fails, the old ones disappear, and Enter still searches', async () => {
  server.use(
    http.get<never, never, SuggestOutputBody | ErrorBody>('*/items/suggest', ({ request }) =>
      new URL(request.url).searchParams.get('q') === 'smash'
        ? suggested(burger.name)
        : HttpResponse.json<ErrorBody>({ errors: [], message: 'Busy.' }, { status: 503 }),
    ),
  )
  const { history, user } = renderPage('/home?search=category')
  await user.click(await box())
  await user.paste('smash')
  expect(await screen.findByRole('option', { name: /Double smash/ })).toBeVisible()
  await user.paste('ed')
  await waitFor(() => expect(screen.queryByRole('option', { name: /Double smash/ })).toBeNull())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(history.location.search).toBe('?search=category&name=smashed'))
  expect(screen.queryByText('Busy.')).toBeNull()
})
