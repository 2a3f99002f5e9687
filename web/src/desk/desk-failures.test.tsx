import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { StaffSignInInputBody } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { card, press, rider, serveDesk, signedInDesk, testOrder, vendor, world } from '@/test/desk-world'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { Desk } from './desk'

signedInDesk()

test('TRAP_O5 a refused step is said in the server’s words, with its order', async () => {
  world.orders = [testOrder(1)]
  serveDesk(vendor)
  const message = 'The order is canceled already.'
  server.use(
    http.post('*/vendor/orders/:id/status', () => {
      world.orders = []
      return HttpResponse.json({ errors: [{ code: 'conflict', message }], message }, { status: 409 })
    }),
  )
  const { user } = renderApp(<Desk />)
  await press(user, 1, 'Accept')
  expect(await screen.findByText(`Order 1: ${message}`)).toBeVisible()
  expect(await screen.findByText('No orders now')).toBeVisible()
})

test('TRAP_O1 a step whose answer was lost is tried again, and its second answer is no complaint', async () => {
  world.orders = [testOrder(1)]
  serveDesk(vendor)
  server.use(http.post('*/vendor/orders/:id/status', () => HttpResponse.error(), { once: true }))
  const { user } = renderApp(<Desk />)
  await press(user, 1, 'Accept')
  expect(await within(await card(1)).findByRole('alert')).toHaveTextContent('No connection.')

  const message = 'The order is confirmed already.'
  server.use(
    http.post('*/vendor/orders/:id/status', () => {
      world.orders = [testOrder(1, { order_status: 'confirmed', next_statuses: ['processing'] })]
      return HttpResponse.json({ errors: [{ code: 'conflict', message }], message }, { status: 409 })
    }),
  )
  await press(user, 1, 'Try again')
  expect(await within(await card(1)).findByRole('button', { name: 'Start preparing' })).toBeVisible()
  expect(screen.queryByText(`Order 1: ${message}`)).toBeNull()
})

test('AUTH-10 when the session ends the page stays, and another person sees nothing of it', async () => {
  world.orders = [testOrder(1)]
  serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  await card(1)
  const message = 'Unauthorized.'
  server.use(
    http.post('*/vendor/orders/:id/status', () =>
      HttpResponse.json({ errors: [{ code: 'unauthorized', message }], message }, { status: 401 }),
    ),
    http.post<never, StaffSignInInputBody>('*/staff/login', async ({ request }) => {
      const { email } = await request.json()
      return HttpResponse.json({
        token: `another-token-of-${email}`.replace('@', '-'),
        member: email === rider.email ? rider : vendor,
      })
    }),
  )
  await press(user, 1, 'Accept')
  expect(await screen.findByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  expect(screen.getByText('Asha')).toBeInTheDocument()
  expect(screen.queryByText(message)).toBeNull()

  serveDesk(rider)
  world.orders = []
  await user.clear(screen.getByLabelText('Email'))
  await user.type(screen.getByLabelText('Email'), rider.email)
  await user.type(screen.getByLabelText('Password'), 'green-bell-90')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('heading', { name: 'Deliveries' })).toBeVisible()
  expect(screen.getByRole('img', { name: 'Rated 4.3 out of 5, 3 reviews' })).toBeVisible()
  expect(screen.queryByText('Asha')).toBeNull()
})

test('PERM-03 a wrong password is said in the server’s words', async () => {
  write({ staff_token: null })
  serveDesk(vendor)
  const message = 'Your email or password is wrong.'
  server.use(
    http.post('*/staff/login', () =>
      HttpResponse.json({ errors: [{ code: 'wrong_credentials', message }], message }, { status: 401 }),
    ),
  )
  const { user } = renderApp(<Desk />)
  await user.type(await screen.findByLabelText('Email'), 'sam@example.com')
  await user.type(screen.getByLabelText('Password'), 'not-it')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText(message)).toBeVisible()
})

test('a list that does not come says so, and comes when it is tried again', async () => {
  world.orders = [testOrder(1)]
  serveDesk(vendor)
  const message = 'Something went wrong.'
  server.use(
    http.get(
      '*/vendor/orders',
      () => HttpResponse.json({ errors: [{ code: 'internal', message }], message }, { status: 500 }),
      { once: true },
    ),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await card(1)).toBeVisible()
})
