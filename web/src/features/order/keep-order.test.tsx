import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import { write } from '@/lib/scope/local-storage'
import { wholeList } from '@/test/fixtures'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal, testOrder } from '@/test/trade-fixtures'
import { KeepOrder } from './keep-order'
import { rememberOrder } from './order-tokens'

const token = 'tracking-token-0123456789'

type State = { isMine: boolean; isClaimable?: boolean; isDown?: boolean }

/** Answers as a town whose order is the customer's or not. Returns the claims. */
function serve(state: State) {
  const claims: unknown[] = []
  server.use(
    http.get('*/orders/17', () => {
      if (!state.isMine) return HttpResponse.json(refusal('not_found', 'This order was not found.'), { status: 404 })
      if (state.isDown) return HttpResponse.json(refusal('internal', 'Something went wrong.'), { status: 500 })
      return HttpResponse.json(testOrder)
    }),
    http.post('*/orders/17/claim', async ({ request }) => {
      claims.push([request.headers.get('X-Order-Token'), await request.json()])
      if (!state.isClaimable) return HttpResponse.json(refusal('not_found', 'Not found.'), { status: 404 })
      state.isMine = true
      return HttpResponse.json(wholeList({ orders: [] }))
    }),
  )
  return claims
}

const show = () =>
  renderApp(
    <>
      <KeepOrder order={testOrder} token={token} />
      <Toasts />
    </>,
  )
const addButton = () => screen.findByRole('button', { name: 'Add to my orders' })
const keptLinks = () => localStorage.getItem('guest_orders')

beforeEach(() => {
  write({ token: 'token-0123456789abcdef', customer: '7' })
  rememberOrder({ id: 17, token })
})

test('ORD-01 D33 a customer adds an order that they placed as a guest and opened by its link', async () => {
  const claims = serve({ isMine: false, isClaimable: true })
  const { user } = show()
  await user.click(await addButton())
  expect(await screen.findByText('Order 17 is now among your orders')).toBeVisible()
  expect(claims).toEqual([[token, { mine: true }]])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Keep this order' })).toBeNull())
  await waitFor(() => expect(keptLinks()).toBe('[]'))
})

test('ORD-01 D33 the link of an order is kept until the order that was added can be fetched without it', async () => {
  const state = { isMine: false, isClaimable: true, isDown: true }
  const claims = serve(state)
  const { user } = show()
  await user.click(await addButton())
  expect(await screen.findByText('Something went wrong.')).toBeVisible()
  expect(keptLinks()).toContain(token)
  state.isDown = false
  await user.click(await addButton())
  await waitFor(() => expect(keptLinks()).toBe('[]'))
  expect(claims).toHaveLength(1)
})

test('ORD-01 TRAP_P4 an order of somebody else is not added, and the page says why', async () => {
  serve({ isMine: false })
  const { user } = show()
  await user.click(await addButton())
  expect(await screen.findByText(/This order cannot be added/)).toBeVisible()
  expect(keptLinks()).toContain(token)
})

test('ORD-01 a customer is not asked to add an order that is theirs', async () => {
  serve({ isMine: true })
  const { queryClient } = show()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.status),
  ).toEqual(['success'])
  expect(screen.queryByRole('region', { name: 'Keep this order' })).toBeNull()
})
