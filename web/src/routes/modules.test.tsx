import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { ConfigView, ModulesOutputBody } from '@/lib/api/types.gen'
import { chooseModule, choosePlace, currentScope } from '@/lib/scope/scope'
import { Toasts } from '@/components/overlay/toasts'
import { write } from '@/lib/scope/local-storage'
import { testModules, testShop, wholeList } from '@/test/fixtures'
import { rentalModule } from '@/test/rental-fixtures'
import { testTripCart } from '@/test/trip-fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { Modules } from './-modules'

beforeEach(() =>
  server.use(http.get('*/modules', () => HttpResponse.json<ModulesOutputBody>(wholeList({ modules: testModules })))),
)

const inOldTown = () => choosePlace({ location: 'Old Town', point: { lat: -11.4, lng: 65.2 }, zoneIds: [4] })
const popup = () => screen.findByRole('dialog', { name: 'Select a type of module for your orders' })

// The pills and the dock. The screen's width decides which are visible.
const buttons = async (name: string) => screen.findAllByRole('button', { name })

test('LOC-06 LOC-09 before a choice the default module is the current one, and a tap switches', async () => {
  const { user } = renderApp(<Modules />, { path: '/home' })
  for (const button of await buttons('Food')) expect(button).toHaveAttribute('aria-current', 'true')
  await user.click((await buttons('Grocery'))[0] as HTMLElement)
  await waitFor(() => expect(currentScope().module?.id).toBe(11))
  for (const button of await buttons('Grocery')) expect(button).toHaveAttribute('aria-current', 'true')
})

test('LOC-06 the default module of the place need not be 10', async () => {
  renderApp(<Modules />, { path: '/home', shop: { ...testShop, default_module_id: 11 } })
  for (const button of await buttons('Grocery')) expect(button).toHaveAttribute('aria-current', 'true')
  for (const button of await buttons('Food')) expect(button).not.toHaveAttribute('aria-current')
})

test('LOC-06 if an older instance does not say which module is the default, it is 10', async () => {
  const shop = { ...testShop, ...({ default_module_id: undefined } as Partial<ConfigView>) }
  renderApp(<Modules />, { path: '/home', shop })
  for (const button of await buttons('Food')) expect(button).toHaveAttribute('aria-current', 'true')
})

test('LOC-07 a place without a chosen module opens the dialog, and a choice closes it', async () => {
  inOldTown()
  const { user } = renderApp(<Modules />, { path: '/home' })
  await user.click(await within(await popup()).findByRole('button', { name: 'Food' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(currentScope().module?.module_type).toBe('food')
})

test('LOC-07 the dialog opens again if the place does not have the module', async () => {
  inOldTown()
  chooseModule({ id: 15, module_type: 'rental', module_name: 'Rental' })
  const { user } = renderApp(<Modules />, { path: '/home' })
  expect(await popup()).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('RNT-12 a switch from rental checks the trip against the zones of the new module', async () => {
  const modules = [...testModules, rentalModule].map((module) => ({ ...module, zones: [{ id: 4 }] }))
  const asked: (string | null)[] = []
  server.use(
    http.get('*/modules', () => HttpResponse.json<ModulesOutputBody>(wholeList({ modules }))),
    http.get('*/rental/cart', ({ request }) => {
      asked.push(request.headers.get('moduleId'))
      return HttpResponse.json(testTripCart)
    }),
    http.get('*/zones/lookup', () => HttpResponse.json({ zone_ids: [4] })),
  )
  inOldTown()
  write({ guest_id: 'guest-secret-0123456789' })
  chooseModule(rentalModule)
  const { user } = renderApp(
    <>
      <Modules />
      <Toasts />
    </>,
    { path: '/home' },
  )
  await user.click((await buttons('Grocery'))[0] as HTMLElement)
  expect(await screen.findByText('Location set successfully')).toBeVisible()
  expect(asked).toEqual(['15'])
  await user.click((await buttons('Food'))[0] as HTMLElement)
  await waitFor(() => expect(currentScope().module?.id).toBe(10))
  expect(asked).toEqual(['15'])
})
