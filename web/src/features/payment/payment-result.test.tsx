import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { payStateOf, type PayState } from '@/contracts/payment-result'
import type { GatewayPaymentView } from '@/lib/api/types.gen'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { testPayment } from '@/test/wallet-fixtures'
import { PaymentResult } from './payment-result'

/** Mocks the payment: the check, then each later request. Returns the calls. */
function mockPayment(...answers: (Partial<GatewayPaymentView> | null)[]) {
  const calls: string[] = []
  const answer = (method: string) => () => {
    calls.push(method)
    const now = answers[Math.min(calls.length, answers.length) - 1]
    return now
      ? HttpResponse.json({ ...testPayment, ...now })
      : HttpResponse.json(refusal('internal', 'Later.'), { status: 500 })
  }
  server.use(http.post('*/payments/:id/check', answer('check')), http.get('*/payments/:id', answer('get')))
  return calls
}

function open(onAgain?: () => void) {
  const onClose = vi.fn()
  return { onClose, ...renderApp(<PaymentResult id={testPayment.id} onAgain={onAgain} onClose={onClose} />) }
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

afterEach(() => vi.useRealTimers())

describe('WAL-01 CHK-03 back from a gateway', () => {
  test.each<[string, Partial<GatewayPaymentView>, string, string]>([
    ['into the wallet', {}, '$50.00 is in your wallet', 'You paid $50.00. You can spend it now.'],
    [
      'with a bonus',
      { bonus: 5 },
      '$55.00 is in your wallet',
      'You paid $50.00, and the rest is a bonus. You can spend it now.',
    ],
    [
      'an order',
      { purpose: 'order', order_id: 17 },
      'Your payment has arrived',
      'You paid $50.00. The store has your order.',
    ],
    [
      'failed',
      { status: 'failed' },
      'Your payment did not work',
      'Nothing was taken from you. Please try again, perhaps with another card.',
    ],
    ['canceled', { status: 'canceled' }, 'You have not paid', 'The payment of $50.00 was canceled.'],
    ['expired', { status: 'expired' }, 'The time to pay is over', 'Nothing was taken from you.'],
    [
      'returned',
      { status: 'returned' },
      'Your money comes back',
      'Your payment of $50.00 was not needed any more. It goes back the way you paid.',
    ],
    [
      'held',
      { status: 'held' },
      'The shop is checking your payment',
      'It does not match what was to be paid. You do not have to do anything now.',
    ],
    [
      'pending',
      { status: 'pending' },
      'Your payment is on its way',
      'Your payment of $50.00 is being processed. You see here when it has arrived.',
    ],
  ])('%s', async (_, payment, title, next) => {
    mockPayment(payment)
    open()
    const status = await screen.findByRole('status')
    await waitFor(() => expect(status).toHaveTextContent(title))
    expect(status).toHaveTextContent(next)
  })

  test.each<[GatewayPaymentView['status'], PayState, number]>([
    ['paid', 'canceled', 0],
    ['paid', 'done', 0],
    ['returned', 'canceled', 1],
    ['returned', 'done', 1],
    ['held', 'canceled', 1],
    ['expired', 'canceled', 1],
    ['canceled', 'canceled', 1],
    ['expired', 'done', 0],
    ['canceled', 'done', 0],
    ['failed', 'done', 0],
    ['failed', 'waiting', 1],
    ['failed', 'running', 0],
    ['paid', 'running', 1],
  ])('that it was %s is, of a trip that is %s, said %d times', async (status, of, times) => {
    const calls = mockPayment({ purpose: 'trip', trip_id: 17, status })
    renderApp(<PaymentResult id={testPayment.id} of={of} onClose={() => {}} />)
    await waitFor(() => expect(calls).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText('We are looking at your payment')).toBeNull())
    expect(screen.queryAllByRole('status')).toHaveLength(times)
  })

  test.each<[string, boolean, boolean, PayState]>([
    ['pending', false, true, 'waiting'],
    ['pending', false, false, 'running'],
    ['canceled', true, false, 'canceled'],
    ['delivered', true, false, 'done'],
    ['failed', true, false, 'done'], // on its way, so it was paid or paid in cash
    ['completed', true, false, 'done'],
    ['refunded', true, false, 'done'],
  ])('%s, over: %s, awaiting its payment: %s, is %s', (status, isOver, awaitsPayment, want) => {
    expect(payStateOf(status, isOver, awaitsPayment)).toBe(want)
  })

  test.each<[PayState, string]>([
    ['waiting', 'This payment was closed'],
    ['canceled', 'The time to pay is over'],
  ])('an expired payment of an order that is %s: %s', async (of, title) => {
    mockPayment({ purpose: 'order', order_id: 17, status: 'expired' })
    renderApp(<PaymentResult id={testPayment.id} of={of} onClose={() => {}} />)
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    expect(screen.getByText('Nothing was taken from you.')).toBeVisible()
  })

  test('asks the gateway once, then follows the payment until it is paid', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const calls = mockPayment({ status: 'open' }, { status: 'pending' }, { status: 'paid' })
    open()
    expect(await screen.findByText('We are looking for your payment')).toBeVisible()
    await wait(2_100)
    expect(await screen.findByText('Your payment is on its way')).toBeVisible()
    await wait(2_100)
    expect(await screen.findByRole('heading', { name: '$50.00 is in your wallet' })).toBeVisible()
    await wait(6_000)
    expect(calls).toEqual(['check', 'get', 'get'])
  })

  test('a failed request in between changes nothing', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    mockPayment({ status: 'pending' }, null, { status: 'paid' })
    open()
    expect(await screen.findByText('Your payment is on its way')).toBeVisible()
    await wait(2_100)
    expect(screen.getByText('Your payment is on its way')).toBeVisible()
    await wait(4_100)
    expect(await screen.findByRole('heading', { name: '$50.00 is in your wallet' })).toBeVisible()
  })

  test('after a minute it says that it can take longer, and asks again on request', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const calls = mockPayment({ status: 'open', url: '/sandbox-pay/1' })
    const { user } = open()
    await screen.findByText('We are looking for your payment')
    expect(screen.queryByRole('button', { name: 'Continue with the payment' })).toBeNull()
    await wait(61_000)
    expect(screen.getByText('We have not heard of your payment yet')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Continue with the payment' })).toBeVisible()
    const before = calls.length
    await wait(10_000)
    expect(calls).toHaveLength(before)
    mockPayment({ status: 'paid' })
    vi.useRealTimers()
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByRole('heading', { name: '$50.00 is in your wallet' })).toBeVisible()
  })

  test('a payment that did not work can be tried again', async () => {
    mockPayment({ status: 'failed' })
    const onAgain = vi.fn()
    const { user } = open(onAgain)
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(onAgain).toHaveBeenCalled()
  })

  test('an unknown payment can be closed', async () => {
    server.use(
      http.post('*/payments/:id/check', () =>
        HttpResponse.json(refusal('not_found', 'There is no such payment.'), { status: 404 }),
      ),
    )
    const { user, onClose } = open()
    expect(await screen.findByText('There is no such payment.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalled()
  })
})
