import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { PaymentProblemView } from '@/lib/api/types.gen'
import { admin, at, serveDesk, signedInDesk, vendor, world } from '@/test/desk-world'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { Desk } from './desk'

signedInDesk()

const held: PaymentProblemView = {
  kind: 'held_charge',
  id: '4',
  amount: 40,
  currency: 'EUR',
  reason: 'Amount or currency differ from the payment.',
  retries: 0,
  gateway: 'stripe',
  gateway_ref: 'pi_1',
  expected: 50,
  payment_id: 'P',
  customer_id: 9,
  customer_name: 'Asha Rao',
  since: at,
  actions: ['send_back', 'settle'],
}
const failed: PaymentProblemView = {
  kind: 'failed_refund',
  id: 'refund-1',
  amount: 12.5,
  currency: 'USD',
  reason: 'expired_card',
  retries: 1,
  gateway: 'stripe',
  gateway_ref: 'pi_2',
  payment_id: 'Q',
  trip_id: 77,
  since: at,
  actions: ['retry', 'credit', 'settle'],
}

/** Serves the problems of the world. What a decision is about is gone afterwards. */
function serveProblems() {
  const sent: unknown[] = []
  serveDesk(admin)
  const take = (kind: string, id: unknown, body: unknown) => {
    sent.push([id, body])
    world.problems = world.problems.filter((problem) => problem.kind !== kind || problem.id !== id)
    return HttpResponse.json({ message: 'It is done.' })
  }
  server.use(
    http.get('*/admin/orders', () => HttpResponse.json({ orders: [], total_size: 0, limit: 50, offset: 1 })),
    http.post('*/admin/held-charges/:id', async ({ params, request }) =>
      take('held_charge', params['id'], await request.json()),
    ),
    http.post('*/admin/failed-refunds/:id', async ({ params, request }) =>
      take('failed_refund', params['id'], await request.json()),
    ),
  )
  return sent
}

const problem = async (name: RegExp) => within(await screen.findByRole('listitem', { name }))

test('WAL-02 an admin sends money back that does not fit, and puts a failed refund into the wallet', async () => {
  world.problems = [held, failed]
  const sent = serveProblems()
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Payment problems 2' }))
  const first = await screen.findByRole('listitem', { name: /Money that does not fit/ })
  expect(first).toHaveTextContent(
    /EUR\s40\.00.*It should have been\$50\.00.*Money for the wallet.*Asha Rao.*stripe pi_1/,
  )
  const second = screen.getByRole('listitem', { name: /Refund failed/ })
  expect(second).toHaveTextContent(/\$12\.50.*expired_card.*Trip 77.*Tried again once/)

  await user.click(within(first).getByRole('button', { name: 'Send it back' }))
  expect(sent).toEqual([]) // it asks first
  await user.click(within(first).getByRole('button', { name: 'Send it back' }))
  expect(await screen.findByText('The money goes back')).toBeVisible()
  expect(await screen.findByRole('tab', { name: 'Payment problems 1' })).toBeVisible()

  await user.click(within(second).getByRole('button', { name: 'Put it into the wallet' }))
  await user.type(within(second).getByLabelText('Your note (optional)'), 'By phone')
  await user.click(within(second).getByRole('button', { name: 'Put it into the wallet' }))
  expect(await screen.findByText('No payment needs a decision')).toBeVisible()
  expect(sent).toEqual([
    ['4', { action: 'send_back' }],
    ['refund-1', { action: 'credit', note: 'By phone' }],
  ])
})

test('WAL-02 settling a payment needs a note, which stays when sending it fails after one that worked', async () => {
  world.problems = [held, failed]
  const sent = serveProblems()
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Payment problems 2' }))
  const settle = async (name: RegExp) => {
    const at = await problem(name)
    await user.click(at.getByRole('button', { name: 'I have settled it elsewhere' }))
    return at
  }
  const first = await settle(/Money that does not fit/)
  await user.click(first.getByRole('button', { name: 'I have settled it elsewhere' }))
  expect(first.getByText('Please say what you did')).toBeVisible()
  await user.type(first.getByLabelText('What did you do?'), 'Refunded there')
  await user.click(first.getByRole('button', { name: 'I have settled it elsewhere' }))
  await waitFor(() => expect(sent).toEqual([['4', { action: 'settle', note: 'Refunded there' }]]))

  server.use(
    http.post('*/admin/failed-refunds/refund-1', () =>
      HttpResponse.json(refusal('conflict', 'This was dealt with already.'), { status: 409 }),
    ),
  )
  const second = await settle(/Refund failed/)
  await user.type(second.getByLabelText('What did you do?'), 'By bank')
  await user.click(second.getByRole('button', { name: 'I have settled it elsewhere' }))
  expect(await screen.findByText('This was dealt with already.')).toBeVisible()
  expect(second.getByLabelText('What did you do?')).toHaveValue('By bank')
})

test('WAL-02 the list of payments comes when it is tried again', async () => {
  serveProblems()
  let tries = 0
  server.use(
    http.get('*/admin/payment-problems', () =>
      tries++ < 2
        ? HttpResponse.json(refusal('internal', 'Something went wrong.'), { status: 500 })
        : HttpResponse.json({ problems: [failed], total_size: 1, limit: 20, offset: 1 }),
    ),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: /Payment problems/ }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('listitem', { name: /Refund failed/ })).toBeVisible()
})

test('PERM-03 a store has no tab of payments', async () => {
  serveDesk(vendor)
  renderApp(<Desk />)
  await screen.findByRole('tab', { name: 'Stock' })
  expect(screen.queryByRole('tab', { name: /Payment problems/ })).toBeNull()
})
