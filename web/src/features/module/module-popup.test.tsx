import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import { listCategoriesOptions } from '@/lib/api/@tanstack/react-query.gen'
import type { ModulesOutputBody, ModuleView } from '@/lib/api/types.gen'
import { chooseModule, choosePlace, currentScope } from '@/lib/scope/scope'
import { testModules, wholeList } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { useNeedsModule } from './choose-module'
import { ModulePopup } from './module-popup'

const answer = (modules: ModuleView[]) =>
  server.use(http.get('*/modules', () => HttpResponse.json<ModulesOutputBody>(wholeList({ modules }))))

function open() {
  const onChosen = vi.fn()
  const app = renderApp(
    <>
      <Toasts />
      <ModulePopup opened onClose={() => {}} onChosen={onChosen} />
    </>,
  )
  return { onChosen, ...app, popup: screen.getByRole('dialog', { name: 'Select a type of module for your orders' }) }
}

test('LOC-07 the popup shows a tile for each module of the place, and the note', async () => {
  answer(testModules)
  const { popup } = open()
  for (const { module_name } of testModules) {
    expect(await within(popup).findByRole('button', { name: module_name })).toBeVisible()
  }
  expect(within(popup).getByText('A module must be selected to continue.')).toBeVisible()
})

test('LOC-07 while the modules load there are skeletons, and nothing to choose', async () => {
  answer(testModules)
  const { popup } = open()
  expect(popup.querySelector('[aria-busy="true"]')).toBeInTheDocument()
  expect(within(popup).queryByRole('button', { name: 'Food' })).toBeNull()
  await within(popup).findByRole('button', { name: 'Food' })
  expect(popup.querySelector('[aria-busy="true"]')).toBeNull()
})

test('LOC-07 the previous choice is marked', async () => {
  answer(testModules)
  chooseModule({ id: 11, module_type: 'grocery', module_name: 'Grocery' })
  const { popup } = open()
  expect(await within(popup).findByRole('button', { name: 'Grocery' })).toHaveAttribute('aria-current', 'true')
  expect(within(popup).getByRole('button', { name: 'Food' })).not.toHaveAttribute('aria-current')
})

test('LOC-07 a place without modules tells the shopper to contact the owner', async () => {
  answer([])
  const { popup } = open()
  expect(await within(popup).findByText('No module found')).toBeVisible()
  expect(within(popup).getByText('Contact with the site owner to activate modules.')).toBeVisible()
  expect(within(popup).queryByText('A module must be selected to continue.')).toBeNull()
})

test('LOC-08 choosing stores the module, removes both category lists from the cache and shows a toast', async () => {
  answer(testModules)
  const { popup, user, onChosen, queryClient } = open()
  const featured = listCategoriesOptions({ query: { featured: 1 } }).queryKey
  const all = listCategoriesOptions().queryKey
  queryClient.setQueryData(featured, wholeList({ categories: [] }))
  queryClient.setQueryData(all, wholeList({ categories: [] }))

  await user.click(await within(popup).findByRole('button', { name: 'Food' }))

  expect(JSON.parse(localStorage.getItem('module') ?? '')).toEqual({
    id: 10,
    module_type: 'food',
    module_name: 'Food',
  })
  expect(queryClient.getQueryData(featured)).toBeUndefined()
  expect(queryClient.getQueryData(all)).toBeUndefined()
  expect(await screen.findByText('A Module has been selected.')).toBeVisible()
  expect(onChosen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 10 }))
})

function Needs() {
  return <output>{String(useNeedsModule())}</output>
}

test('LOC-06 a place needs a module that it has; without a place no module is needed', async () => {
  answer(testModules)
  const says = (text: string) => waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(text))
  renderApp(<Needs />)
  await says('false')
  choosePlace({ location: 'Old Town', point: { lat: -11.4, lng: 65.2 }, zoneIds: [4] })
  await says('true')
  chooseModule({ id: 10, module_type: 'food', module_name: 'Food' })
  await says('false')
  chooseModule({ id: 15, module_type: 'rental', module_name: 'Rental' })
  expect(currentScope().module?.id).toBe(15)
  await says('true')
})
