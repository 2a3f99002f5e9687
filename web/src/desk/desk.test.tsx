import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { admin, card, inCard, press, rider, serveDesk, signedInDesk, testOrder, vendor, world } from '@/test/desk-world'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { Desk } from './desk'
import { OrderCard } from './order-card'

signedInDesk()

test('ORD-03 a store accepts an order, says when it is ready, and goes on to the next step', async () => {
  world.orders = [testOrder(1)]
  serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  expect(await card(1)).toHaveTextContent('2 ×TeaLarge')
  expect(screen.getByText('1 new order waits for an answer')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Ready in'), '20')
  await press(user, 1, 'Accept')
  await press(user, 1, 'Start preparing')
  expect(await inCard('Order 1', 'button', { name: 'Ready' })).toBeVisible()
  expect(world.moves).toEqual([{ status: 'confirmed', preparation_minutes: 20 }, { status: 'processing' }])
})

test('ORD-03 a store that delivers itself sees where to, and says that the order is on the way and delivered', async () => {
  const address = { address: '1 Quay', point: { lat: 0, lng: 0 } }
  const next_statuses = ['picked_up']
  const far = { distance_km: 1234.56 }
  world.orders = [testOrder(1, { order_status: 'handover', self_delivery: true, address, next_statuses, ...far })]
  serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  expect(await card(1)).toHaveTextContent('Bring to1 Quay')
  expect(await card(1)).toHaveTextContent('Collect $5.00 in cash')
  expect(await card(1)).toHaveTextContent('1,234.6 km')
  await press(user, 1, 'On the way')
  await waitFor(() => expect(world.moves).toEqual([{ status: 'picked_up' }]))
  await press(user, 1, 'Delivered')
  await waitFor(() => expect(world.moves[1]).toEqual({ status: 'delivered' }))
})

test('ORD-04 an order is refused only with a reason, usual or in own words', async () => {
  world.orders = [testOrder(1), testOrder(2)]
  serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  await press(user, 1, 'Refuse')
  await press(user, 1, 'Refuse')
  expect(await inCard('Order 1', 'alert')).toHaveTextContent('Please say why')
  await user.click(screen.getByLabelText('We are closing'))
  await press(user, 1, 'Refuse')
  await waitFor(() => expect(world.moves).toEqual([{ status: 'canceled', reason: 'We are closing' }]))

  await press(user, 2, 'Refuse')
  await user.click(screen.getByLabelText('Another reason'))
  await user.type(screen.getByLabelText('In your words'), 'The oven is broken')
  await press(user, 2, 'Refuse')
  await waitFor(() => expect(world.moves[1]).toEqual({ status: 'canceled', reason: 'The oven is broken' }))
  expect(await screen.findByText('No orders now')).toBeVisible()
})

test('ORD-05 TRAP_S5 a store that refuses an order says which of its lines are sold out', async () => {
  const order = testOrder(1)
  const [tea] = order.lines
  world.orders = [{ ...order, lines: [tea!, { ...tea!, id: 77, name: 'Cake', options: '' }] }, testOrder(2)]
  serveDesk(vendor)
  const { user } = renderApp(<Desk />)
  await press(user, 1, 'Refuse')
  expect(screen.queryByRole('group', { name: /^What is sold out/ })).toBeNull()
  await user.click(screen.getByLabelText('An item is sold out'))
  const lines = within(screen.getByRole('group', { name: /^What is sold out/ }))
  expect(lines.getAllByRole('checkbox', { checked: false })).toHaveLength(2)
  await user.click(lines.getByRole('checkbox', { name: /^Tea/ }))
  await user.click(lines.getByRole('checkbox', { name: 'Cake' }))
  await user.click(lines.getByRole('checkbox', { name: /^Tea/ }))
  await press(user, 1, 'Refuse')
  const soldOut = { status: 'canceled', reason: 'An item is sold out' }
  await waitFor(() => expect(world.moves).toEqual([{ ...soldOut, sold_out_lines: [77] }]))

  await press(user, 2, 'Refuse')
  await user.click(screen.getByLabelText('An item is sold out'))
  await press(user, 2, 'Refuse')
  await waitFor(() => expect(world.moves[1]).toEqual(soldOut))
})

test('ORD-03 a rider takes an offer, which names nobody, and sees where to bring it', async () => {
  const offer = testOrder(8, { order_status: 'handover', next_statuses: [], lines: [], rows: [], contact: undefined })
  world.orders = [offer]
  serveDesk(rider)
  server.use(
    http.post('*/rider/orders/8/accept', () => {
      const taken = testOrder(8, {
        order_status: 'handover',
        next_statuses: ['picked_up'],
        rider: { name: 'Iris', phone: '', vehicle: 'Bicycle' },
        address: { address: '3 Rope Lane', house: '12', point: { lat: 0, lng: 0 } },
      })
      world.orders = [taken]
      return HttpResponse.json(taken)
    }),
  )
  const { user } = renderApp(<Desk />)
  expect(await card(8)).toHaveTextContent('2 items')
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent?.trim())).toEqual(['Now', 'Messages'])
  await press(user, 8, 'Accept delivery')
  expect(await inCard('Order 8', 'button', { name: 'Picked up' })).toBeVisible()
  expect(await card(8)).toHaveTextContent('3 Rope Lane')
  expect(await card(8)).toHaveTextContent('Collect $5.00 in cash')
})

test('PCL-01 ORD-03 a rider finds the points of a parcel: of its offer the pickup, then both ends', () => {
  const point = (lat: number) => ({ lat, lng: 65.2 })
  const parcel = {
    category_id: 1,
    category: 'Documents',
    image_full_url: '',
    quantity: 1,
    charge_payer: 'sender' as const,
  }
  const order = testOrder(8, {
    order_type: 'parcel',
    parcel,
    lines: [],
    store: { ...testOrder(8).store, point: point(1) },
  })
  const { rerender } = renderApp(
    <OrderCard member={rider} order={{ ...order, rows: [], contact: undefined }} level="h2" />,
  )
  const links = () =>
    screen
      .queryAllByRole('link', { name: /^Directions/ })
      .map((link) => new URL(link.getAttribute('href') ?? '').searchParams.get('destination'))
  expect(links()).toEqual(['1,65.2'])
  expect(screen.getByText('To about 100 m')).toBeVisible()
  const taken = {
    ...order,
    rider: { name: 'Iris', phone: '', vehicle: 'Bicycle' },
    address: { address: '3 Rope Lane', point: point(2) },
    receiver: {
      contact: { name: 'Ben', phone: '+12025550177' },
      address: { address: '2 Hill Street', point: point(3) },
    },
  }
  rerender(<OrderCard member={rider} order={taken} level="h2" />)
  expect(links()).toEqual(['2,65.2', '3,65.2'])
  expect(screen.queryByText('To about 100 m')).toBeNull()
  rerender(<OrderCard member={admin} order={{ ...taken, order_status: 'delivered' }} level="h2" />)
  expect(links()).toEqual([])
})

test('ITEM-11 a pharmacist sees the prescription, and approves it before the order is accepted', async () => {
  const waiting = testOrder(1, {
    prescription_status: 'waiting',
    prescription_images: ['abc'],
    next_statuses: ['canceled'],
  })
  world.orders = [waiting]
  serveDesk(vendor)
  URL.createObjectURL = () => 'blob:prescription'
  URL.revokeObjectURL = () => {}
  const asked: (string | null)[] = []
  const answers: unknown[] = []
  server.use(
    http.get('*/vendor/uploads/abc', ({ request }) => {
      asked.push(request.headers.get('Authorization'))
      return new HttpResponse('image', { headers: { 'Content-Type': 'image/jpeg' } })
    }),
    http.post('*/vendor/prescriptions/1', async ({ request }) => {
      answers.push(await request.json())
      world.orders = [testOrder(1, { prescription_status: 'approved', prescription_images: ['abc'] })]
      return HttpResponse.json(world.orders[0])
    }),
  )
  const { user } = renderApp(<Desk />)
  expect(await screen.findByRole('img', { name: 'Prescription, image 1' })).toHaveAttribute('src', 'blob:prescription')
  expect(asked).toEqual(['Bearer a-token-that-is-long-enough'])
  expect(within(await card(1)).queryByRole('button', { name: 'Accept' })).toBeNull()
  expect(within(await card(1)).getByRole('button', { name: 'Refuse prescription' })).toBeVisible()
  await press(user, 1, 'Approve prescription')
  expect(await inCard('Order 1', 'button', { name: 'Accept' })).toBeVisible()
  expect(answers).toEqual([{ approve: true }])
})

test('ORD-03 an order under way says for how long it has its status, one that is over says when it was placed', () => {
  const longAgo = new Date(Date.now() - 5 * 60_000).toISOString()
  const placed = { created_at: '2025-01-31T10:00:00Z', status_at: longAgo }
  const order = testOrder(1, placed)
  const { rerender } = renderApp(<OrderCard member={vendor} order={order} level="h2" />)
  expect(screen.getByText(/^for \d min$/)).toBeVisible()
  rerender(<OrderCard member={vendor} order={{ ...order, order_status: 'delivered' }} level="h2" />)
  expect(screen.queryByText(/^for/)).toBeNull()
  expect(screen.getByText(/^Placed/)).toHaveTextContent('Jan 31, 2025, 10:00')
})
