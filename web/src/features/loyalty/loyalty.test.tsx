import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import type { LoyaltyOutputBody, LoyaltyTransactionView } from '@/lib/api/types.gen'
import { startSession } from '@/lib/account/session'
import { gate } from '@/test/gate'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { Loyalty } from './loyalty'
import type { Direction } from './loyalty-queries'
import vectors from '../../../../internal/reward/testdata/worth_vectors.json'
import { worthOf } from './worth'

const loyalty: LoyaltyOutputBody = {
  points: 1250,
  owed: 0,
  worth: 12.5,
  earned_per_unit: 5,
  points_of_a_unit: 100,
  least_to_convert: 100,
  can_convert: true,
}

const earned: LoyaltyTransactionView = {
  id: 2,
  kind: 'points_earned',
  points: 150,
  balance: 1250,
  order_id: 77,
  created_at: '2026-11-20T07:00:00Z',
}
const spent: LoyaltyTransactionView = {
  id: 1,
  kind: 'points_spent',
  points: -400,
  balance: 1100,
  amount: 4,
  created_at: '2026-11-19T07:00:00Z',
}

const days = [
  { date: '2026-11-19', points: 0 },
  { date: '2026-11-20', points: 150 },
]

/** Mocks the points, and records the direction of each request for the history. */
function mockLoyalty(now: Partial<LoyaltyOutputBody> = {}, transactions = [earned, spent]) {
  const asked: (string | null)[] = []
  server.use(
    http.get('*/loyalty', () => HttpResponse.json<LoyaltyOutputBody>({ ...loyalty, ...now })),
    http.get('*/loyalty/history', () => HttpResponse.json({ time_zone: 'UTC', days })),
    http.get('*/loyalty/transactions', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('direction'))
      return HttpResponse.json({ transactions, total_size: transactions.length, limit: 20, offset: 1 })
    }),
  )
  return asked
}

function show(direction: Direction = 'all') {
  return renderApp(
    <>
      <Loyalty direction={direction} onDirection={() => {}} />
      <Toasts />
    </>,
  )
}

beforeEach(() => startSession('bearer-token-0123456789', 1))

describe('WAL-03 the page of loyalty points', () => {
  test('shows the points, their worth and how they came', async () => {
    mockLoyalty()
    show()
    expect(await screen.findByText('1,250')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Total points' })).toBeVisible()
    expect(screen.getByText('Worth')).toHaveTextContent('Worth $12.50')
    expect(screen.getByText(/for each/)).toHaveTextContent('5 points for each $1.00 of an order that was delivered.')
    const order = await screen.findByRole('link', { name: 'Earned by order 77' })
    expect(order).toHaveAttribute('href', '/order/77')
    expect(within(order.closest('li')!).getByText('+150')).toBeVisible()
    const row = within(screen.getByText('Converted into').closest('li')!)
    expect(row.getByText('-400')).toBeVisible()
    expect(row.getByText('1,100 afterwards')).toBeVisible()
  })

  test('a table has the points of each day for screen readers', async () => {
    mockLoyalty()
    show()
    expect(await screen.findByText('150 points in all, on one day at most 150.')).toBeVisible()
    const rows = within(screen.getByRole('table', { name: 'Points earned' })).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual(['DayPoints earned', 'Nov 190', 'Nov 20150'])
  })

  test('the tab decides what is listed', async () => {
    const asked = mockLoyalty({}, [])
    show('spent')
    expect(await screen.findByText('You have not spent any points yet')).toBeVisible()
    expect(asked).toEqual(['spent'])
  })

  test('with too few points nothing can be converted', async () => {
    mockLoyalty({ points: 99, worth: 0.99 })
    show()
    expect(await screen.findByRole('button', { name: 'Convert to currency now' })).toBeDisabled()
    expect(screen.getByText('You can convert 100 points or more.')).toBeVisible()
  })

  test('owed points are explained, and without a wallet there is no button', async () => {
    mockLoyalty({ points: 0, owed: 20, can_convert: false })
    show()
    expect(await screen.findByText(/20 points that you earn next will be withheld/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Convert to currency now' })).toBeNull()
  })

  test('a failed refetch leaves the points, and says that they may be old', async () => {
    mockLoyalty()
    const { queryClient } = show()
    expect(await screen.findByText('1,250')).toBeVisible()
    server.use(http.get('*/loyalty', () => HttpResponse.json({ errors: [], message: 'Down' }, { status: 500 })))
    await queryClient.refetchQueries().catch(() => {})
    expect(await screen.findByText('This may be out of date.')).toBeVisible()
    expect(screen.getByText('1,250')).toBeVisible()
  })
})

describe('WAL-03 what worked once and then fails', () => {
  test('chart and history stay, with a note, until they are fetched again', async () => {
    mockLoyalty()
    const { queryClient, user } = show()
    await screen.findByRole('link', { name: 'Earned by order 77' })
    await screen.findByRole('table', { name: 'Points earned' })
    server.use(http.get('*/loyalty/*', () => HttpResponse.error()))
    await queryClient.refetchQueries()
    await waitFor(() => expect(screen.getAllByText('This may be out of date.')).toHaveLength(2))
    expect(screen.getByRole('link', { name: 'Earned by order 77' })).toBeVisible()
    expect(screen.getByRole('table', { name: 'Points earned' })).toBeInTheDocument()
    mockLoyalty({}, [spent])
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0]!)
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Earned by order 77' })).toBeNull())
    expect(screen.queryByText('This may be out of date.')).toBeNull()
  })

  test('who closes the dialog in mid-call still learns that the points were converted', async () => {
    mockLoyalty()
    const [answer, answered] = gate()
    server.use(
      http.post('*/loyalty/convert', async () => {
        await answered
        mockLoyalty({ points: 0, worth: 0 }, [spent])
        return HttpResponse.json({ message: 'Point to wallet transfer successfully.', points: 1250, amount: 12.5 })
      }),
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Convert to currency now' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Convert' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    answer()
    expect(await screen.findByText('Point to wallet transfer successfully.')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('1,250')).toBeNull())
  })
})

describe('WAL-03 W3 converting points', () => {
  test('shows what they become while typing, and refuses more than there are', async () => {
    mockLoyalty()
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Convert to currency now' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Convert points' }))
    const field = dialog.getByLabelText('Points')
    expect(field).toHaveValue('1250')
    await user.clear(field)
    await user.type(field, '٢٥٠') // in any digits
    expect(dialog.getByText(/You get/)).toHaveTextContent('You get $2.50 for 250 points.')
    await user.type(field, '0')
    expect(dialog.getByRole('button', { name: 'Convert' })).toBeDisabled()
  })

  const lost = () => HttpResponse.error()
  const refused = (code: string, status: number) => () => HttpResponse.json(refusal(code, 'Not now.'), { status })

  test.each([
    ['a lost response', [lost]],
    ['a 503 after which it may have happened', [refused('unavailable', 503)]],
    ['an internal error', [refused('internal', 500)]],
    ['a lost response and a refusal to look', [lost, refused('too_many', 429)]],
  ])('a try after %s sends the same key again', async (_name, failures) => {
    mockLoyalty()
    const keys: (string | null)[] = []
    server.use(
      http.post('*/loyalty/convert', ({ request }) => {
        const failure = failures[keys.length]
        keys.push(request.headers.get('Idempotency-Key'))
        if (failure) return failure()
        return HttpResponse.json({ message: 'Point to wallet transfer successfully.', points: 1250, amount: 12.5 })
      }),
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Convert to currency now' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Convert points' }))
    for (const _failure of failures) {
      await user.click(dialog.getByRole('button', { name: 'Convert' }))
      expect(await dialog.findByText(/converted only once/)).toBeVisible()
    }
    await user.click(dialog.getByRole('button', { name: 'Convert' }))
    expect(await screen.findByText('Point to wallet transfer successfully.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys).toEqual([keys[0], ...failures.map(() => keys[0])])
  })

  test('a lost response is still known when the dialog opens again, and the points are fetched', async () => {
    mockLoyalty()
    const keys: (string | null)[] = []
    server.use(
      http.post('*/loyalty/convert', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        if (keys.length > 1) return HttpResponse.json({ message: 'Done.', points: 1250, amount: 12.5 })
        mockLoyalty({ points: 150, worth: 1.5 })
        return HttpResponse.error()
      }),
    )
    const { user } = show()
    const convert = async () => {
      await user.click(await screen.findByRole('button', { name: 'Convert to currency now' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Convert points' }))
      await user.click(dialog.getByRole('button', { name: 'Convert' }))
      return dialog
    }
    expect(await (await convert()).findByText(/converted only once/)).toBeVisible()
    expect(await screen.findByText(/You have 150/)).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await convert()
    await waitFor(() => expect(keys).toHaveLength(2))
    expect(keys[1]).toBe(keys[0])
  })

  test('a refusal is shown at the field', async () => {
    mockLoyalty()
    const message = 'Your points: 3.'
    server.use(
      http.post('*/loyalty/convert', () =>
        HttpResponse.json({ errors: [{ code: 'conflict', field: 'points', message }], message }, { status: 409 }),
      ),
    )
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Convert to currency now' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Convert points' }))
    await user.click(dialog.getByRole('button', { name: 'Convert' }))
    expect(await dialog.findByText(message)).toBeVisible()
    expect(dialog.getByLabelText('Points')).toBeInvalid()
  })
})

test('WAL-03 TRAP_D20 TRAP_W3 points become the same as on the server', () => {
  expect(new Set(vectors.map(({ digits }) => digits))).toEqual(new Set([0, 2, 3]))
  for (const { points, points_of_a_unit: ofAUnit, digits, converted, amount } of vectors) {
    const worth = worthOf(points, ofAUnit, digits)
    expect(worth, `${points} at ${ofAUnit}, ${digits} decimals`).toEqual({ points: converted, amount })
  }
})
