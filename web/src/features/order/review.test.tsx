import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { OrderView } from '@/lib/api/types.gen'
import { write } from '@/lib/scope/local-storage'
import { gate } from '@/test/gate'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { testOrder, testTracking } from '@/test/trade-fixtures'
import { Order } from './order'

vi.mock('@/components/map/map-view', () => ({ MapView: () => null }))

const token = 'tracking-token-0123456789'
const item = testOrder.lines[0]!

const review: NonNullable<OrderView['review']> = {
  given: [],
  items: [item.item_id],
  store: true,
  rider: true,
  refusal: '',
}

const arrived: OrderView = {
  ...testOrder,
  order_status: 'delivered',
  payment_status: 'paid',
  review,
  tracking: { ...testTracking, order_status: 'delivered', step: 4, can_cancel: false },
}

const given = (of: 'item' | 'store' | 'rider', rating: number, more: object = {}) => ({
  id: rating,
  of,
  rating,
  comment: '',
  images: [],
  reply: '',
  created_at: '2126-11-20T10:00:00Z',
  ...more,
})

/** Responds with the order as it is after each sent review. undefined: the request fails. */
function answers(...orders: (OrderView | undefined)[]) {
  const bodies: unknown[] = []
  let now = arrived
  server.use(
    http.get('*/orders/17', () => HttpResponse.json(now)),
    http.post('*/orders/17/reviews', async ({ request }) => {
      bodies.push(await request.json())
      const next = orders[bodies.length - 1]
      if (!next)
        return HttpResponse.json({ errors: [{ code: 'internal', message: 'x' }], message: 'x' }, { status: 500 })
      now = next
      return HttpResponse.json(next)
    }),
  )
  return bodies
}

async function open(user: ReturnType<typeof userEvent.setup>, name = 'Rate your order') {
  await user.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name: 'Rate your order' }))
}

test('ITEM-12 a review that fails keeps stars and text, and then is shown as it was given', async () => {
  const user = userEvent.setup()
  const done = {
    ...arrived,
    review: {
      ...review,
      items: [],
      given: [given('item', 4, { item_id: item.item_id, comment: 'Lovely', reply: 'Thank you!' })],
    },
  }
  const bodies = answers(undefined, done)
  renderApp(<Order id={17} token={token} />)
  const dialog = await open(user)
  const send = dialog.getByRole('button', { name: 'Send' })
  await user.click(send)
  expect(dialog.getByRole('alert')).toHaveTextContent('Please give at least one rating')
  const stars = within(dialog.getByRole('radiogroup', { name: item.name }))
  await user.click(stars.getByRole('radio', { name: '3 stars' }))
  await user.click(stars.getByRole('radio', { name: '4 stars' }))
  expect(stars.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await user.type(dialog.getByLabelText('Tell us more (optional)'), 'Lovely')
  await user.click(send)
  await waitFor(() => expect(bodies).toHaveLength(1))
  await waitFor(() => expect(send).toBeEnabled())
  expect(stars.getByRole('radio', { name: '4 stars' })).toBeChecked()
  expect(dialog.getByLabelText('Tell us more (optional)')).toHaveValue('Lovely')
  await user.click(send)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies).toEqual(
    Array(2).fill({ items: [{ item_id: item.item_id, rating: 4, comment: 'Lovely', images: [] }] }),
  )
  const box = within(await screen.findByRole('region', { name: 'Your review' }))
  expect(box.getByText('Lovely')).toBeVisible()
  expect(box.getByText('4 out of 5')).toBeInTheDocument()
  expect(box.getByText('Thank you!')).toBeVisible()
})

test('ITEM-12 what is typed while a photo is uploaded is kept, and the review waits for the photo', async () => {
  const user = userEvent.setup()
  write({ guest_id: 'guest-secret-0123456789' })
  // jsdom has no createObjectURL.
  URL.createObjectURL = () => 'blob:image'
  URL.revokeObjectURL = () => {}
  const [finish, typed] = gate()
  const bodies = answers(undefined)
  server.use(
    http.post('*/uploads', async () => {
      await typed
      return HttpResponse.json({ id: 'image-1' })
    }),
  )
  renderApp(<Order id={17} token={token} />)
  const dialog = await open(user)
  const rate = (name: string, stars: string) =>
    user.click(within(dialog.getByRole('radiogroup', { name })).getByRole('radio', { name: stars }))
  await rate(item.name, '4 stars')
  const files = screen.getByRole('dialog').querySelector('input[type=file]') as HTMLInputElement
  await user.upload(files, new File(['picture'], 'soup.png', { type: 'image/png' }))
  await user.type(dialog.getByLabelText('Tell us more (optional)'), 'Lovely')
  await rate(testOrder.store.name, '5 stars')
  const send = dialog.getByRole('button', { name: 'Send' })
  await user.click(send)
  expect(send).toHaveAttribute('aria-busy', 'true')
  finish()
  expect(await dialog.findByRole('img', { name: 'Photo 1' })).toBeVisible()
  await waitFor(() => expect(send).not.toHaveAttribute('aria-busy'))
  await user.click(send)
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]).toEqual({
    items: [{ item_id: item.item_id, rating: 4, comment: 'Lovely', images: ['image-1'] }],
    store: { rating: 5, comment: '', images: [] },
  })
})

test('ITEM-12 the second review of an order fails, and its draft outlives the dialog', async () => {
  const user = userEvent.setup()
  const first = { ...arrived, review: { ...review, store: false, given: [given('store', 5)] } }
  const bodies = answers(first, undefined)
  renderApp(<Order id={17} token={token} />)
  const dialog = await open(user)
  const choose = (name: string, stars: string) =>
    user.click(within(screen.getByRole('radiogroup', { name })).getByRole('radio', { name: stars }))
  await choose(arrived.store.name, '5 stars')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const again = await open(user, 'Rate the rest')
  expect(again.queryByRole('radiogroup', { name: arrived.store.name })).toBeNull()
  await choose('Your rider', '1 star')
  await user.click(again.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies[1]).toEqual({ rider: { rating: 1, comment: '' } })
  await user.click(again.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const third = await open(user, 'Rate the rest')
  const rider = within(third.getByRole('radiogroup', { name: 'Your rider' }))
  expect(rider.getByRole('radio', { name: '1 star' })).toBeChecked()
})

test('ITEM-12 a store without the plan says its sentence, and nothing is asked', async () => {
  const refusal = 'this store is not having any review plan'
  server.use(
    http.get('*/orders/17', () =>
      HttpResponse.json({ ...arrived, review: { ...review, items: [], store: false, rider: false, refusal } }),
    ),
  )
  renderApp(<Order id={17} token={token} />)
  expect(await screen.findByText(refusal)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Rate your order' })).toBeNull()
})

test('ITEM-12 the rider of a store without the plan can be rated', async () => {
  const refusal = 'this store is not having any review plan'
  const closed = { ...arrived, review: { ...review, items: [], store: false, refusal } }
  const bodies = answers({ ...closed, review: { ...closed.review, rider: false, given: [given('rider', 4)] } })
  server.use(http.get('*/orders/17', () => HttpResponse.json(closed), { once: true }))
  const { user } = renderApp(<Order id={17} token={token} />)
  expect(await screen.findByText(refusal)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Rate your rider' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rate your rider' }))
  await user.click(
    within(dialog.getByRole('radiogroup', { name: 'Your rider' })).getByRole('radio', { name: '4 stars' }),
  )
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(bodies).toEqual([{ rider: { rating: 4, comment: '' } }]))
})

test('ITEM-12 whoever only has the link of an order is not asked', async () => {
  server.use(http.get('*/orders/17', () => HttpResponse.json({ ...arrived, review: undefined })))
  renderApp(<Order id={17} token={token} />)
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('button', { name: 'Rate your order' })).toBeNull()
})
