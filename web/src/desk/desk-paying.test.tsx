import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { PaidBackBody, StaffTripView } from '@/lib/api/types.gen'
import { admin, card, inCard, press, serveDesk, signedInDesk, testOrder, testTrip, world } from '@/test/desk-world'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { Desk } from './desk'

signedInDesk()

test('CHK-03 an admin finds a payment, misses another, and pays money back', async () => {
  const paying = {
    method: 'bank',
    name: 'Bank transfer',
    images: [],
    reason: '',
    fields: [{ id: 'number', label: 'Number', value: 'T-77' }],
  }
  const payment = (id: number) =>
    testOrder(id, {
      payment_method: 'offline_payment',
      awaits_payment: true,
      next_statuses: ['canceled'],
      offline_payment: { ...paying, status: 'sent', sending: 2 },
    })
  world.toCheck = [payment(1), payment(2)]
  world.toPayBack = [
    testOrder(3, {
      order_status: 'canceled',
      payment_status: 'refunded',
      to_pay_back: 5,
      next_statuses: [],
      offline_payment: { ...paying, status: 'received' },
    }),
  ]
  serveDesk(admin)
  const answers: unknown[] = []
  server.use(
    http.get('*/admin/orders', () => HttpResponse.json({ orders: [], total_size: 0, limit: 50, offset: 1 })),
    http.post('*/admin/offline-payments/:id', async ({ request, params }) => {
      answers.push([params.id, await request.json()])
      if (answers.length === 1) return HttpResponse.error()
      world.toCheck = world.toCheck.filter(({ id }) => id !== Number(params.id))
      return HttpResponse.json({ order: testOrder(Number(params.id)) })
    }),
    http.post('*/admin/offline-payments/3/paid-back', async ({ request }) => {
      answers.push(await request.json())
      world.toPayBack = []
      return HttpResponse.json({ order: testOrder(3) })
    }),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Payments 2' }))
  expect(await card(1)).toHaveTextContent(/Payment: Bank transfer.*To check.*Number: T-77/)
  await press(user, 1, 'The money is here')
  expect(await inCard('Order 1', 'alert')).toHaveTextContent('No connection.')
  await press(user, 1, 'Try again')
  expect(await screen.findByRole('tab', { name: 'Payments 1' })).toBeVisible()
  await press(user, 2, 'It has not arrived')
  await user.click(screen.getByRole('radio', { name: 'Another amount has arrived' }))
  await press(user, 2, 'It has not arrived')
  expect(await screen.findByRole('tab', { name: 'Payments 0' })).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'To pay back 1' }))
  expect(await card(3)).toHaveTextContent('To pay back: $5.00')
  await press(user, 3, 'I have paid it back')
  expect(
    within(await card(3)).getByRole('form', { name: /^Confirm that you have paid back \$5\.00 outside/ }),
  ).toHaveFocus()
  await press(user, 3, 'Back')
  await press(user, 3, 'I have paid it back')
  expect(answers, 'nothing yet').toHaveLength(3)
  await press(user, 3, 'I have paid it back')
  expect(await screen.findByRole('tab', { name: 'To pay back 0' })).toBeVisible()
  const found = ['1', { sending: 2, received: true }]
  const missed = ['2', { sending: 2, received: false, reason: 'Another amount has arrived' }]
  expect(answers).toEqual([found, found, missed, { to_pay_back: 5 }])
})

test('CHK-03 money to pay back can be noted while another refund is requested', async () => {
  const owed = {
    order_status: 'refund_requested',
    payment_method: 'offline_payment',
    to_pay_back: 5,
    next_statuses: [],
  }
  world.toPayBack = [testOrder(3, owed)]
  serveDesk(admin)
  const sent: unknown[] = []
  server.use(
    http.get('*/admin/orders', () => HttpResponse.json({ orders: [], total_size: 0, limit: 50, offset: 1 })),
    http.post('*/admin/offline-payments/3/paid-back', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ order: testOrder(3, { ...owed, to_pay_back: 0 }) })
    }),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'To pay back 1' }))
  await press(user, 3, 'I have paid it back')
  await press(user, 3, 'I have paid it back')
  await waitFor(() => expect(sent).toEqual([{ to_pay_back: 5 }]))
  expect(within(await card(3)).getByRole('button', { name: 'Give money back' })).toBeVisible()
})

test('CHK-03 ITEM-11 a medicine paid by bank transfer can be answered for both', async () => {
  const sent = {
    method: 'bank',
    name: 'Bank transfer',
    images: [],
    reason: '',
    fields: [],
    status: 'sent' as const,
    sending: 1,
  }
  const medicine = testOrder(1, {
    payment_method: 'offline_payment',
    awaits_payment: true,
    prescription_status: 'waiting',
    next_statuses: ['canceled'],
    offline_payment: sent,
  })
  const steps = async () =>
    within(await card(1))
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
  world.toCheck = [medicine]
  serveDesk(admin)
  server.use(
    http.get('*/admin/orders', () => HttpResponse.json({ orders: [medicine], total_size: 1, limit: 50, offset: 1 })),
  )
  const { user } = renderApp(<Desk />)
  const both = ['The money is here', 'It has not arrived', 'Approve prescription', 'Refuse prescription']
  await card(1)
  expect(await steps()).toEqual(both)
  await user.click(await screen.findByRole('tab', { name: 'Payments 1' }))
  expect(await steps()).toEqual(both)
})

test('CHK-03 RNT-11 an admin finds the payment of a trip, misses another, and pays money back', async () => {
  const payment = {
    method: 'bank',
    name: 'Bank transfer',
    images: [],
    reason: '',
    fields: [{ id: 'number', label: 'Number', value: 'T-77' }],
  }
  const trip = (id: number, more: Partial<StaffTripView> = {}) =>
    testTrip(id, {
      payment_method: 'offline_payment',
      awaits_payment: true,
      offline_payment: { ...payment, status: 'sent', sending: 2 },
      ...more,
    })
  const back = { awaits_payment: false, to_pay_back: 66, offline_payment: { ...payment, status: 'received' as const } }
  world.tripsToCheck = [trip(1), trip(2)]
  world.tripsToPayBack = [trip(3, back)]
  serveDesk(admin)
  const answers: unknown[] = []
  server.use(
    http.get('*/admin/orders', () => HttpResponse.json({ orders: [], total_size: 0, limit: 50, offset: 1 })),
    http.post('*/admin/offline-payments/:id', async ({ request, params }) => {
      answers.push([params.id, await request.json()])
      world.tripsToCheck = world.tripsToCheck.filter(({ id }) => id !== Number(params.id))
      return HttpResponse.json({ trip: trip(Number(params.id)) })
    }),
    http.post('*/admin/offline-payments/3/paid-back', async ({ request }) => {
      answers.push(await request.json())
      world.tripsToPayBack = []
      return HttpResponse.json({ trip: trip(3) })
    }),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Payments 2' }))
  const cardOf = (id: number) => screen.findByRole('article', { name: `Trip ${id}` })
  expect(await cardOf(1)).toHaveTextContent(/Anchor Car Hire.*2 ×.*Merle Panda.*\$60.00.*Bank transfer.*Number: T-77/)
  await user.click(within(await cardOf(1)).getByRole('button', { name: 'The money is here' }))
  expect(await screen.findByRole('tab', { name: 'Payments 1' })).toBeVisible()
  await user.click(within(await cardOf(2)).getByRole('button', { name: 'It has not arrived' }))
  await user.click(screen.getByRole('radio', { name: 'No such payment has arrived' }))
  await user.click(within(await cardOf(2)).getByRole('button', { name: 'It has not arrived' }))
  expect(await screen.findByRole('tab', { name: 'Payments 0' })).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'To pay back 1' }))
  expect(await cardOf(3)).toHaveTextContent('To pay back: $66.00')
  await user.click(within(await cardOf(3)).getByRole('button', { name: 'I have paid it back' }))
  expect(
    within(await cardOf(3)).getByRole('form', { name: /^Confirm that you have paid back \$66\.00 outside/ }),
  ).toHaveFocus()
  await user.click(within(await cardOf(3)).getByRole('button', { name: 'I have paid it back' }))
  expect(await screen.findByRole('tab', { name: 'To pay back 0' })).toBeVisible()
  expect(answers).toEqual([
    ['1', { sending: 2, received: true }],
    ['2', { sending: 2, received: false, reason: 'No such payment has arrived' }],
    { to_pay_back: 66 },
  ])
})

test('ORD-05 RNT-11 an admin pays cash back, and says so', async () => {
  world.toPayBack = [
    testOrder(3, {
      order_status: 'refunded',
      payment_status: 'refunded',
      to_pay_back: 12,
      cash_to_pay_back: 12,
      next_statuses: [],
      contact: { name: 'Merle Panda', phone: '+12025550123' },
    }),
  ]
  const late = { payment_method: 'offline_payment', to_pay_back: 66, cash_to_pay_back: 16 }
  world.tripsToPayBack = [testTrip(4, { trip_status: 'refunded', ...late })]
  serveDesk(admin)
  server.use(
    http.get('*/admin/orders', () => HttpResponse.json({ orders: [], total_size: 0, limit: 50, offset: 1 })),
    http.post('*/admin/offline-payments/3/paid-back', () => {
      world.toPayBack = []
      return HttpResponse.json({ order: testOrder(3) })
    }),
  )
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'To pay back 2' }))
  expect(await card(3)).toHaveTextContent('To pay back in cash: $12.00')
  expect(await card(3)).not.toHaveTextContent('To pay back: ')
  expect(within(await card(3)).getByRole('link', { name: '+12025550123' })).toBeVisible()
  const trip = await screen.findByRole('article', { name: 'Trip 4' })
  expect(trip).toHaveTextContent(/To pay back in cash: \$16.00.*To pay back: \$50.00/)
  await press(user, 3, 'I have paid it back')
  await press(user, 3, 'I have paid it back') // asked once more
  expect(await screen.findByRole('tab', { name: 'To pay back 1' })).toBeVisible()
})

test('CHK-03 RNT-11 an admin reads how much of a trip is to arrive, besides what the wallet has paid', async () => {
  const rows = [
    { code: 'total', label: 'price_row.total', amount: 60 },
    { code: 'wallet', label: 'price_row.wallet', amount: -20 },
    { code: 'to_pay', label: 'price_row.to_pay', amount: 40 },
  ]
  const byBank = { rows, payment_method: 'offline_payment' }
  world.tripsToCheck = [
    testTrip(1, byBank),
    testTrip(2, { ...byBank, payment_status: 'paid' }),
    testTrip(3, { rows: rows.slice(0, 1), payment_method: 'wallet', payment_status: 'paid' }),
  ]
  serveDesk(admin)
  server.use(http.get('*/admin/orders', () => HttpResponse.json({ orders: [], total_size: 0, limit: 50, offset: 1 })))
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Payments 3' }))
  const trip = (id: number) => screen.findByRole('article', { name: `Trip ${id}` })
  const split = /\$20\.00 from the wallet.*\$40\.00 outside of the shop/
  expect(await trip(1)).toHaveTextContent(/Total \$60\.00/)
  expect(await trip(1)).toHaveTextContent(split)
  expect(await trip(2)).toHaveTextContent(/Paid: \$60\.00/)
  expect(await trip(2)).toHaveTextContent(split)
  expect(await trip(3)).toHaveTextContent(/Paid: \$60\.00.*\$60\.00 from the wallet/)
})

/** Pays back of a card while another admin gives more back. Returns what was sent. */
async function payBackMeanwhile(name: string, giveMore: () => void) {
  const sent: PaidBackBody[] = []
  serveDesk(admin)
  server.use(
    http.get('*/admin/orders', () => HttpResponse.json({ orders: [], total_size: 0, limit: 50, offset: 1 })),
    http.post<never, PaidBackBody>('*/admin/offline-payments/3/paid-back', async ({ request }) => {
      sent.push(await request.json())
      const message = 'Another amount is to be paid back now. Please look again.'
      return HttpResponse.json(
        { errors: [{ code: 'conflict', field: 'to_pay_back', message }], message },
        { status: 409 },
      )
    }),
  )
  const { user, queryClient } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'To pay back 1' }))
  const pressed = async () =>
    user.click(
      within(await screen.findByRole('article', { name })).getByRole('button', { name: 'I have paid it back' }),
    )
  await screen.findByRole('article', { name })
  await pressed()
  giveMore()
  await act(() => queryClient.invalidateQueries())
  await waitFor(() => expect(screen.getByRole('article', { name })).toHaveTextContent('To pay back: $50.00'))
  expect(screen.getByRole('form', { name: /^Confirm that you have paid back \$20\.00/ }), 'what was paid').toBeVisible()
  await pressed()
  expect(await screen.findByText(/Another amount is to be paid back now/)).toBeVisible()
  expect(screen.queryByRole('form'), 'the question is over').toBeNull()
  await pressed()
  expect(screen.getByRole('form', { name: /^Confirm that you have paid back \$50\.00/ })).toBeVisible()
  return sent
}

const owes = (to_pay_back: number) => ({ payment_method: 'offline_payment', to_pay_back, refunded: to_pay_back })

test('ORD-05 TRAP_O3 an admin says which amount of an order was paid back: not what was added meanwhile', async () => {
  const owing = (amount: number) =>
    testOrder(3, { order_status: 'delivered', payment_status: 'paid', next_statuses: [], ...owes(amount) })
  world.toPayBack = [owing(20)]
  const sent = await payBackMeanwhile('Order 3', () => (world.toPayBack = [owing(50)]))
  expect(sent).toEqual([{ to_pay_back: 20, refunded: 20 }])
})

test('ORD-05 RNT-11 TRAP_O3 an admin says which amount of a trip was paid back', async () => {
  const owing = (amount: number) => testTrip(3, { trip_status: 'completed', payment_status: 'paid', ...owes(amount) })
  world.tripsToPayBack = [owing(20)]
  const sent = await payBackMeanwhile('Trip 3', () => (world.tripsToPayBack = [owing(50)]))
  expect(sent).toEqual([{ to_pay_back: 20, refunded: 20 }])
})

const given = (sending: number, value: string) => ({
  payment_method: 'offline_payment',
  awaits_payment: true,
  offline_payment: {
    method: 'bank',
    name: 'Bank transfer',
    images: [],
    reason: '',
    fields: [{ id: 'number', label: 'Number', value }],
    status: 'sent' as const,
    sending,
  },
})

/** Serves the desk of an admin. Only the first answer about a payment counts, and it is lost. */
function serveAnswers() {
  const answers: unknown[] = []
  serveDesk(admin)
  server.use(
    http.get('*/admin/orders', () => HttpResponse.json({ orders: [], total_size: 0, limit: 50, offset: 1 })),
    http.post('*/admin/offline-payments/1', async ({ request }) => {
      answers.push(await request.json())
      return HttpResponse.error()
    }),
  )
  return answers
}

const refused = { sending: 1, received: false, reason: 'No such payment has arrived' }

test('CHK-03 TRAP_O2 a refusal of which only the answer was lost does not refuse the corrected payment', async () => {
  world.toCheck = [testOrder(1, given(1, 'T-77'))]
  const answers = serveAnswers()
  const { user, queryClient } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Payments 1' }))
  await press(user, 1, 'It has not arrived')
  await user.click(screen.getByRole('radio', { name: 'No such payment has arrived' }))
  await press(user, 1, 'It has not arrived')
  expect(await inCard('Order 1', 'button', { name: 'Try again' })).toBeVisible()
  await press(user, 1, 'Try again')
  await waitFor(() => expect(answers).toEqual([refused, refused]))
  world.toCheck = [testOrder(1, given(2, 'T-88'))]
  await act(() => queryClient.invalidateQueries())
  await waitFor(async () => expect(await card(1)).toHaveTextContent('Number: T-88'))
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('CHK-03 RNT-11 TRAP_O2 a refusal is about what was shown when its question opened', async () => {
  world.toCheck = [testOrder(1, given(1, 'T-77'))]
  world.tripsToCheck = [testTrip(1, given(1, 'T-77'))]
  const answers = serveAnswers()
  const { user, queryClient } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Payments 2' }))
  for (const name of ['Order 1', 'Trip 1']) {
    const article = within(await screen.findByRole('article', { name }))
    await user.click(article.getByRole('button', { name: 'It has not arrived' }))
    await user.click(article.getByRole('radio', { name: 'No such payment has arrived' }))
  }
  world.toCheck = [testOrder(1, given(2, 'T-88'))]
  world.tripsToCheck = [testTrip(1, given(2, 'T-88'))]
  await act(() => queryClient.invalidateQueries())
  expect(await screen.findAllByText('T-88')).toHaveLength(2)
  for (const name of ['Order 1', 'Trip 1']) {
    const article = within(screen.getByRole('article', { name }))
    await user.click(article.getByRole('button', { name: 'It has not arrived' }))
  }
  await waitFor(() => expect(answers).toEqual([refused, refused]))
})

test('CHK-03 RNT-11 the reason of a refusal stays when the connection is lost, and goes when it is about another payment', async () => {
  world.tripsToCheck = [testTrip(1, given(1, 'T-77'))]
  const answers = serveAnswers()
  const { user } = renderApp(<Desk />)
  await user.click(await screen.findByRole('tab', { name: 'Payments 1' }))
  const send = async () => user.click(await screen.findByRole('button', { name: 'It has not arrived' }))
  await send()
  await user.click(screen.getByRole('radio', { name: 'Another reason' }))
  await user.type(screen.getByRole('textbox', { name: 'In your words' }), 'The name differs')
  await send()
  expect(await screen.findByText(/^No connection/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'In your words' })).toHaveValue('The name differs')

  const message = 'The shopper has sent another payment.'
  server.use(
    http.post('*/admin/offline-payments/1', async ({ request }) => {
      answers.push(await request.json())
      return HttpResponse.json({ errors: [{ code: 'conflict', field: 'sending', message }], message }, { status: 409 })
    }),
  )
  await send()
  expect(await screen.findByText(message)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'In your words' })).toBeNull())
  expect(answers).toEqual([1, 2].map(() => ({ sending: 1, received: false, reason: 'The name differs' })))
})
