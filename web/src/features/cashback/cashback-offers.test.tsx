import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import type { CashbackOutputBody, CashbackView } from '@/lib/api/types.gen'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { wholeList } from '@/test/fixtures'
import { refusal } from '@/test/trade-fixtures'
import { CashbackOffers } from './cashback-offers'

const offer: CashbackView = {
  id: 'big-basket',
  title: '5% back on big baskets',
  percent: 5,
  min_purchase: 40,
  max_cashback: 6,
  end_date: '2126-12-05',
  left: -1,
  modules: [],
  module_names: [],
}
const meals: CashbackView = {
  id: 'meals',
  title: 'Thanks for your first meals',
  amount: 2,
  min_purchase: 0,
  max_cashback: 0,
  left: 3,
  modules: ['food', 'grocery'],
  module_names: ['Food', 'Grocery'],
}

/** Mocks the offers, and shows them. Returns how often they were asked for. */
function show(...answers: (CashbackView[] | 'refused')[]) {
  let asked = 0
  server.use(
    http.get('*/cashback', () => {
      const offers = answers[Math.min(asked++, answers.length - 1)]
      return offers === 'refused' || !offers
        ? HttpResponse.json(refusal('unavailable', 'Please try again.'), { status: 422 })
        : HttpResponse.json<CashbackOutputBody>(wholeList({ offers }))
    }),
  )
  return { ...renderApp(<CashbackOffers />), asked: () => asked }
}

const cards = async () => {
  await screen.findByRole('heading', { name: 'Cashback offers' })
  return (await screen.findAllByRole('heading', { level: 3 })).map((title) => within(title.closest('li')!))
}

describe('WAL-06 the offers of cashback', () => {
  test('say how much, on what and until when', async () => {
    show([{ ...offer, percent: 7.5 }, meals])
    const [first, second] = await cards()
    expect(first?.getByText(/of your order/)).toHaveTextContent('7.5% of your order back, up to $6.00')
    expect(first?.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'On orders of $40.00 or more',
      'Until Dec 5, 2126',
    ])
    expect(second?.getByText('back')).toHaveTextContent('$2.00 back')
    expect(second?.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Only in Food and Grocery',
      'You can get it 3 times.',
    ])
  })

  test('are no section without any', async () => {
    const { container, asked } = show([])
    await waitFor(() => expect(asked()).toBe(1))
    await waitFor(() => expect(container).toBeEmptyDOMElement())
  })

  test('show an error with a way to try again', async () => {
    const { user } = show('refused', [{ ...offer, max_cashback: 0 }])
    expect(screen.queryByRole('heading')).toBeNull() // while it loads
    expect(await screen.findByRole('alert')).toHaveTextContent('Please try again.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    const [first] = await cards()
    expect(first?.getByText(/of your order/)).toHaveTextContent(/^5% of your order back$/)
  })
})
