import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { EarningsView } from '@/lib/api/types.gen'
import { renderApp } from '@/test/render-app'
import { testQuote } from '@/test/trade-fixtures'
import { Summary } from './summary'

const show = (earns?: EarningsView) =>
  renderApp(<Summary quote={{ ...testQuote, earns }} isStale={false} scheduleAt={undefined} />)

test.each<[EarningsView, string]>([
  [{ points: 1200, cashback: 1.2 }, 'You earn 1,200 points and $1.20 cashback when this order is delivered.'],
  [{ points: 1, cashback: 0 }, 'You earn 1 point when this order is delivered.'],
  [{ points: 0, cashback: 2 }, 'You earn $2.00 cashback when this order is delivered.'],
])('WAL-03 WAL-06 the summary says what the order earns: %o', (earns, sentence) => {
  show(earns)
  expect(screen.getByText(/You earn/)).toHaveTextContent(sentence)
})

test('WAL-03 WAL-06 the summary of an order that earns nothing does not speak of it', () => {
  show()
  expect(screen.getByText('Your order')).toBeVisible()
  expect(screen.queryByText(/You earn/)).toBeNull()
})
