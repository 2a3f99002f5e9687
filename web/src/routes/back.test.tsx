import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { chooseModule, currentScope } from '@/lib/scope/scope'
import { renderPage } from '@/test/render-page'
import { server } from '@/test/server'

test('one step back from a page that was opened from a drawer is the page below the drawer', async () => {
  server.use(http.get('*', () => HttpResponse.json({ stores: [], categories: [] })))
  const { user, history } = renderPage('/track-order')
  await user.click(await screen.findByRole('button', { name: 'Menu' }, { timeout: 8000 }))
  const drawer = await screen.findByRole('dialog', {}, { timeout: 8000 })
  await waitFor(() => expect(history.location.state.dialog).toBeDefined())
  const link = [...drawer.querySelectorAll('a')].find(({ pathname }) => pathname === '/categories')
  await user.click(link!)
  await waitFor(() => expect(history.location.pathname).toBe('/categories'))
  expect(history.location.state.__TSR_index).toBe(1)

  history.back()
  await waitFor(() => expect(history.location.pathname).toBe('/track-order'))
  expect(history.location.state.dialog).toBeUndefined()
})

test('LOC-07 on wide screens the top bar opens the choice of a module on any page', async () => {
  server.use(http.get('*', () => HttpResponse.json({ stores: [], categories: [] })))
  chooseModule({ id: 11, module_type: 'grocery', module_name: 'Grocery' })
  const { user, history } = renderPage('/track-order')
  const bar = within(await screen.findByRole('region', { name: 'Place, contact and settings' }, { timeout: 8000 }))
  await user.click(await bar.findByRole('button', { name: 'Change what to shop for' }))
  const popup = within(await screen.findByRole('dialog', { name: 'Select a type of module for your orders' }))
  expect(await popup.findByRole('button', { name: 'Grocery' })).toHaveAttribute('aria-current', 'true')
  await user.click(popup.getByRole('button', { name: 'Food' }))
  await waitFor(() => expect(history.location.pathname).toBe('/home'))
})

test('LOC-07 the menu opens the choice of a module, where the current one is marked', async () => {
  server.use(http.get('*', () => HttpResponse.json({ stores: [], categories: [] })))
  chooseModule({ id: 11, module_type: 'grocery', module_name: 'Grocery' })
  const { user, history } = renderPage('/track-order')
  await user.click(await screen.findByRole('button', { name: 'Menu' }, { timeout: 8000 }))
  const menu = within(await screen.findByRole('dialog', { name: 'Menu' }, { timeout: 8000 }))
  await user.click(await menu.findByRole('button', { name: 'Change what to shop for' }))
  const popup = within(await screen.findByRole('dialog', { name: 'Select a type of module for your orders' }))
  expect(await popup.findByRole('button', { name: 'Grocery' })).toHaveAttribute('aria-current', 'true')
  await user.click(popup.getByRole('button', { name: 'Food' }))
  await waitFor(() => expect(history.location.pathname).toBe('/home'))
  expect(currentScope().module?.id).toBe(10)
})
