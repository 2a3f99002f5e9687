import { noChat } from '@/test/fixtures'
import { renderHook, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { write } from '@/lib/scope/local-storage'
import { card, inCard, serveDesk, signedInDesk, states, testOrder, vendor, world } from '@/test/desk-world'
import { renderApp, testApp } from '@/test/render-app'
import { server } from '@/test/server'
import { Desk } from './desk'
import { useFollow } from './desk-orders'

const sounds = signedInDesk()

test('TRAP_O6 a new order is shown and heard, once the sound is on', async () => {
  const stream = serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  expect(await screen.findByText('No orders now')).toBeVisible()
  stream.says(states())
  await user.click(screen.getByRole('button', { name: 'Turn the sound on' }))
  expect(await screen.findByRole('button', { name: 'Sound is on' })).toBeVisible()
  const tried = sounds.tones
  expect(tried).toBeGreaterThan(0)

  world.orders = [testOrder(5)]
  stream.says(states())
  await card(5)
  expect(sounds.tones).toBe(tried + 2)
  // What is known is not heard again.
  stream.says({ chat: noChat, total_size: 1, orders: [{ id: 5, order_status: 'pending', has_rider: true }] })
  expect(sounds.tones).toBe(tried + 2)

  await user.click(screen.getByRole('button', { name: 'Sound is on' }))
  world.orders = [testOrder(5), testOrder(6)]
  stream.says(states())
  await card(6)
  expect(sounds.tones).toBe(tried + 2)
})

test('TRAP_O6 the orders that are there at the start are not heard', async () => {
  world.orders = [testOrder(1)]
  write({ desk_sound: 'on' })
  const stream = serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  await card(1)
  expect(screen.getByRole('button', { name: /Tap anywhere|Sound is on/ })).toBeVisible()
  await user.click(screen.getByRole('heading', { name: 'Orders' }))
  stream.says(states())
  expect(sounds.tones).toBe(0)
})

test('CHK-03 a store hears of an order once it is paid', async () => {
  world.orders = [testOrder(1, { awaits_payment: true, next_statuses: ['canceled'] })]
  const stream = serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('button', { name: 'Turn the sound on' }))
  expect(await card(1)).toHaveTextContent('It can be accepted as soon as it is paid.')
  stream.says({ chat: noChat, total_size: 1, orders: [{ id: 1, order_status: 'pending', awaits_payment: true }] })
  const before = sounds.tones
  world.orders = [testOrder(1)]
  stream.says({ chat: noChat, total_size: 1, orders: [{ id: 1, order_status: 'pending' }] })
  await waitFor(() => expect(sounds.tones).toBeGreaterThan(before))
  expect(await inCard('Order 1', 'button', { name: 'Accept' })).toBeVisible()
})

test('TRAP_O6 AUTH-10 after a session has ended, orders are followed again by the next one', async () => {
  const stream = serveDesk(vendor)
  server.use(http.get('*/staff/events', () => new HttpResponse(null, { status: 401 }), { once: true }))
  const { result, rerender } = renderHook(({ isOn }) => useFollow(vendor, isOn, () => {}), {
    initialProps: { isOn: true },
    wrapper: testApp().wrapper,
  })
  await waitFor(() => expect(result.current.isFollowed).toBe(false))
  rerender({ isOn: false })
  rerender({ isOn: true })
  await waitFor(() => expect(stream.opened()).toBe(1))
  stream.says(states())
  await waitFor(() => expect(result.current.isFollowed).toBe(true))
})
