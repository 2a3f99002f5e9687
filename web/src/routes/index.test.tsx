import { createMemoryHistory } from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { App, createApp } from '@/app'
import { library, townHandlers } from '@/test/test-town'
import type { CartLineView, ConfigView, ErrorBody, LandingView, ModulesOutputBody } from '@/lib/api/types.gen'
import { clearOnNewScope } from '@/lib/requests/query-client'
import { chooseModule, choosePlace } from '@/lib/scope/scope'
import { testLanding, testModules, testShop, wholeList } from '@/test/fixtures'
import { rentalModule } from '@/test/rental-fixtures'
import { server } from '@/test/server'

const landing: LandingView = {
  ...testLanding,
  title: 'The whole street, at your door',
  sub_title: 'Hot bowls and fresh groceries.',
  highlights: [{ title: 'One town', text: 'Every shop of it.', image_full_url: '' }],
}

// These tests run the whole app and load its chunks.
vi.setConfig({ testTimeout: 15_000 })

beforeEach(() => {
  window.IntersectionObserver = class {
    observe() {}
    disconnect() {}
  } as never
  server.use(
    ...townHandlers,
    http.get('*/config', () => HttpResponse.json<ConfigView>({ ...testShop, module: testModules })),
    http.get('*/landing-page', () => HttpResponse.json<LandingView>(landing)),
    http.get('*/modules', () => HttpResponse.json<ModulesOutputBody>(wholeList({ modules: testModules }))),
    http.get('*/cart', () => HttpResponse.json<CartLineView[]>([])),
    // All other calls of the next page fail; the tests do not need them.
    http.get('*/api/v1/*', () => HttpResponse.json<ErrorBody>({ errors: [], message: 'Not here.' }, { status: 404 })),
    http.post('*/auth/guest', () => HttpResponse.json({ guest_id: 'guest-0123456789' })),
  )
})

async function open() {
  const app = createApp({ language: 'en', messages: {}, history: createMemoryHistory({ initialEntries: ['/'] }) })
  clearOnNewScope(app.queryClient)
  render(<App {...app} />)
  await screen.findByRole('heading', { level: 1, name: landing.title }, { timeout: 5000 })
  return { user: userEvent.setup(), path: () => app.router.history.location.pathname }
}

async function search(user: ReturnType<typeof userEvent.setup>, words: string) {
  await user.type(screen.getByRole('combobox', { name: 'Your address' }), words)
  await user.click(await screen.findByRole('option'))
}

test('LOC-01 after a place is chosen the module dialog opens, and then home', async () => {
  const { user, path } = await open()
  await search(user, 'lib')
  const popup = await screen.findByRole('dialog', { name: 'Select a type of module for your orders' })
  expect(path()).toBe('/')
  await user.click(await within(popup).findByRole('button', { name: 'Grocery' }))
  await waitFor(() => expect(path()).toBe('/home'))
  expect(localStorage.getItem('zone_ids')).toBe('[4,2]')
})

test('LOC-01 if a module is chosen already, the place opens home', async () => {
  chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
  const { user, path } = await open()
  await search(user, 'lib')
  await waitFor(() => expect(path()).toBe('/home'))
})

test('LOC-01 TRAP_Z2 outside every zone the page stays and shows an error', async () => {
  const { user, path } = await open()
  await search(user, 'light')
  expect(await screen.findByRole('alert')).toHaveTextContent('We do not deliver to this place yet.')
  expect(path()).toBe('/')
})

test('HDR-09 in rental the landing page speaks of pickup, and of no delivery', async () => {
  const shop = { ...testShop, module: [...testModules, rentalModule], free_delivery_over: 25 }
  server.use(http.get('*/config', () => HttpResponse.json<ConfigView>(shop)))
  chooseModule({ id: rentalModule.id, module_type: 'rental', module_name: 'Rental' })
  await open()
  expect(screen.getByRole('heading', { name: 'Where pickup is possible' })).toBeVisible()
  expect(screen.getByRole('main')).not.toHaveTextContent(/deliver/i)
})

test('LOC-01 the logo links to home after a place is chosen, and to the landing page before', async () => {
  await open()
  const logo = () => screen.getByRole('link', { name: 'Hawker' })
  expect(logo()).toHaveAttribute('href', '/')
  choosePlace({ location: 'Central Library', point: library, zoneIds: [4] })
  await waitFor(() => expect(logo()).toHaveAttribute('href', '/home'))
  expect(await screen.findByRole('link', { name: 'Go on shopping at Central Library' })).toHaveAttribute(
    'href',
    '/home',
  )
})

test('LOC-06 a module on the landing page opens its home', async () => {
  const { user, path } = await open()
  await user.click(screen.getByRole('button', { name: 'Grocery' }))
  await waitFor(() => expect(path()).toBe('/home'))
  expect(localStorage.getItem('module')).toContain('"module_type":"grocery"')
})

test('LOC-01 a new place does not remove the page while its data is loaded', async () => {
  await open()
  let answer = () => {}
  server.use(
    http.get('*/config', async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return HttpResponse.json<ConfigView>({ ...testShop, module: testModules })
    }),
  )
  choosePlace({ location: 'Central Library', point: library, zoneIds: [4] })
  expect(await screen.findByRole('link', { name: 'Go on shopping at Central Library' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
  answer()
})
