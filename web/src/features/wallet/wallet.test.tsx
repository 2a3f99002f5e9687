import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/overlay/toasts'
import { gate } from '@/test/gate'
import { renderApp } from '@/test/render-app'
import { server } from '@/test/server'
import { refusal } from '@/test/trade-fixtures'
import { mockAddFund, mockWallet, testTransactions, testWallet } from '@/test/wallet-fixtures'
import { Wallet } from './wallet'

const left = vi.hoisted(() => vi.fn<(url: string) => void>())
vi.mock('@/lib/page/leave', () => ({ leaveFor: left, useLeave: () => ({ isLeaving: false, leave: left }) }))

function open(type: 'all' | 'credit' | 'debit' = 'all') {
  const onType = vi.fn()
  const app = renderApp(
    <>
      <Wallet type={type} onType={onType} result={() => null} />
      <Toasts />
    </>,
    { path: '/wallet' },
  )
  return { ...app, onType }
}

const row = async (text: string) =>
  within(
    await waitFor(() => {
      const rows = screen.getAllByRole('listitem').filter(({ textContent }) => textContent.includes(text))
      expect(rows).toHaveLength(1)
      return rows[0]!
    }),
  )

describe('WAL-01 the wallet', () => {
  test('shows balance, bonuses, and a history with the balance after each entry', async () => {
    mockWallet()
    open()
    expect(await screen.findByText('$42.50', { selector: 'p bdi' })).toBeVisible()
    expect((await row('10% on top')).getByText('You can get it 3 times.')).toBeVisible()
    const refund = await row('Money back for order 17')
    expect(refund.getByText('$10.00').parentElement).toHaveTextContent(/^\+\$10\.00$/)
    expect(refund.getByText(/Balance/)).toHaveTextContent('Balance $42.50')
    expect(refund.getByRole('link')).toHaveAttribute('href', '/order/17')
    expect((await row('Order 17Nov')).getByText('-$22.50')).toBeVisible()
    expect((await row('Money added')).queryByRole('link')).toBeNull()
  })

  test('the chart has a sentence and a table', async () => {
    mockWallet()
    open()
    expect(await screen.findByText('$0.00 then and $42.50 now. At least $0.00, at most $55.00.')).toBeVisible()
    const table = screen.getByRole('table', { name: 'Balance' })
    expect(within(table).getByRole('row', { name: 'Nov 20 $55.00' })).toBeInTheDocument()
  })

  test('the history is filtered by the server', async () => {
    const types = mockWallet()
    const { user, onType } = open('debit')
    expect(await screen.findByRole('link', { name: 'Order 17' })).toBeVisible()
    expect(screen.queryByText('Money added')).toBeNull()
    expect(types).toEqual(['debit'])
    await user.click(screen.getByRole('tab', { name: 'Money in' }))
    expect(onType).toHaveBeenCalledWith('credit')
  })

  test('an empty wallet has no chart, and says what the history is for', async () => {
    mockWallet({ wallet: { ...testWallet, balance: 0 }, transactions: [] })
    open()
    expect(await screen.findByText('Nothing has happened in your wallet yet')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('The last 30 days')).toBeNull())
  })

  test('without a gateway no money can be added', async () => {
    mockWallet({ wallet: { ...testWallet, gateways: [] } })
    open()
    expect(await screen.findByText('Money cannot be added right now.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Add fund' })).toBeNull()
    expect(screen.queryByText('10% on top')).toBeNull()
  })

  test('a failed refetch keeps the balance, with a note', async () => {
    mockWallet()
    const { queryClient } = open()
    await screen.findByText('$42.50', { selector: 'p bdi' })
    server.use(http.get('*/wallet', () => HttpResponse.json(refusal('internal', 'Later.'), { status: 500 })))
    await queryClient.refetchQueries({
      predicate: ({ queryKey: [key] }) => JSON.stringify(key).includes('"getWallet"'),
    })
    expect(await screen.findByText('This may be out of date.')).toBeVisible()
    expect(screen.getByText('$42.50', { selector: 'p bdi' })).toBeVisible()
  })

  test('bonuses that did not load can be loaded again', async () => {
    mockWallet()
    server.use(http.get('*/wallet/bonuses', () => HttpResponse.error()))
    const { user } = open()
    expect(await screen.findByRole('heading', { name: 'Bonuses' })).toBeVisible()
    mockWallet()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('10% on top')).toBeVisible()
  })
})

describe('WAL-01 what worked once and then fails', () => {
  const fails = (path: string) =>
    server.use(http.get(path, () => HttpResponse.json(refusal('internal', 'Later.'), { status: 500 })))

  test('bonuses, chart and history stay, each with a note, and one tap fetches all again', async () => {
    mockWallet()
    const { queryClient, user } = open()
    await screen.findByText('Money back for order', { exact: false })
    await screen.findByRole('table', { name: 'Balance' })
    fails('*/wallet/*')
    await queryClient.refetchQueries()
    await waitFor(() => expect(screen.getAllByText('This may be out of date.')).toHaveLength(3))
    expect(screen.getByText('10% on top')).toBeVisible()
    expect(screen.getByRole('table', { name: 'Balance' })).toBeInTheDocument()
    expect(screen.getByText('Money added')).toBeVisible()
    mockWallet()
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0]!)
    await waitFor(() => expect(screen.queryByText('This may be out of date.')).toBeNull())
  })

  test('the second page of the history fails, and is fetched on request', async () => {
    mockWallet()
    let isAway = true
    server.use(
      http.get('*/wallet/transactions', ({ request }) => {
        const isFirst = new URL(request.url).searchParams.get('offset') !== '2'
        if (!isFirst && isAway) return HttpResponse.json(refusal('internal', 'Later.'), { status: 500 })
        const transactions = isFirst ? testTransactions.slice(0, 2) : testTransactions.slice(2)
        return HttpResponse.json({ transactions, total_size: 4, limit: 2, offset: isFirst ? 1 : 2 })
      }),
    )
    // A stub that observes nothing, so that only the button fetches.
    window.IntersectionObserver = class {
      observe() {}
      disconnect() {}
    } as never
    const { user } = open()
    const more = await screen.findByRole('button', { name: 'Show more' })
    await user.click(more)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Show more' })).toBeEnabled())
    expect(screen.getByRole('link', { name: 'Order 17' })).toBeVisible()
    expect(screen.queryByText('Money added')).toBeNull()
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByText('Money added')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Order 17' })).toBeVisible()
  })
})

describe('WAL-01 adding money', () => {
  async function openDialog() {
    mockWallet()
    const app = open()
    await app.user.click(await screen.findByRole('button', { name: 'Add fund' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Fund to Wallet' }))
    return { ...app, dialog, submit: dialog.getByRole('button', { name: 'Continue to payment' }) }
  }

  test('asks for an amount and a method, and leads to the gateway', async () => {
    const { user, dialog, submit } = await openDialog()
    const sent = mockAddFund({ redirect_link: '/sandbox-pay/1', payment_id: 'payment-0123456789' })
    const amount = dialog.getByLabelText('Amount')
    expect(submit).toBeDisabled()
    await user.click(amount)
    await user.tab()
    expect(dialog.getByText('Please Enter amount')).toBeVisible()
    await user.type(amount, '0')
    expect(submit).toBeDisabled()
    await user.clear(amount)
    await user.type(amount, '60')
    expect(await dialog.findByText('$6.00', { exact: false })).toBeVisible()
    expect(dialog.getByText(/extra/)).toHaveTextContent('You get $6.00 extra')
    await user.click(submit)
    expect(await dialog.findByText('Payment method is required')).toBeVisible()
    expect(sent).toHaveLength(0)
    await user.click(dialog.getByRole('radio', { name: 'Sandbox' }))
    await user.click(submit)
    await waitFor(() => expect(left).toHaveBeenCalledWith('/sandbox-pay/1'))
    expect(sent).toEqual([{ amount: 60, payment_method: 'sandbox', callback: '/wallet', payment_platform: 'web' }])
  })

  test('a failed start keeps what was typed, and the next try leads to the gateway', async () => {
    const { user, dialog, submit } = await openDialog()
    left.mockClear()
    server.use(http.post('*/wallet/add-fund', () => HttpResponse.error()))
    await user.type(dialog.getByLabelText('Amount'), '60')
    await user.click(dialog.getByRole('radio', { name: 'Sandbox' }))
    await user.click(submit)
    expect(await screen.findByText(/No connection/)).toBeVisible()
    expect(dialog.getByLabelText('Amount')).toHaveValue('60')
    expect(left).not.toHaveBeenCalled()
    mockAddFund({ redirect_link: '/sandbox-pay/2', payment_id: 'payment-0123456789' })
    await user.click(submit)
    await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('/sandbox-pay/2'))
  })

  test('who leaves the page in mid-call is not taken to the gateway', async () => {
    const { user, dialog, submit, unmount } = await openDialog()
    left.mockClear()
    const [answer, answered] = gate()
    const sent = vi.fn()
    server.use(
      http.post('*/wallet/add-fund', async () => {
        sent()
        await answered
        return HttpResponse.json({ redirect_link: '/sandbox-pay/3', payment_id: 'payment-0123456789' })
      }),
    )
    await user.type(dialog.getByLabelText('Amount'), '60')
    await user.click(dialog.getByRole('radio', { name: 'Sandbox' }))
    await user.click(submit)
    await waitFor(() => expect(sent).toHaveBeenCalled())
    unmount()
    answer()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(left).not.toHaveBeenCalled()
  })

  test('an amount outside of the limits is not sent', async () => {
    const { user, dialog, submit } = await openDialog()
    const sent = mockAddFund({ redirect_link: '/', payment_id: '' })
    await user.click(dialog.getByRole('radio', { name: 'Card' }))
    await user.type(dialog.getByLabelText('Amount'), '0.5')
    await user.click(submit)
    expect(dialog.getByText('Please enter at least $1.00.')).toBeVisible()
    await user.clear(dialog.getByLabelText('Amount'))
    await user.type(dialog.getByLabelText('Amount'), '1001')
    expect(await dialog.findByText('Please enter at most $1,000.00.')).toBeVisible()
    expect(submit).toBeDisabled()
    expect(sent).toHaveLength(0)
  })

  test('API-07 each error of a refusal is a toast of its own', async () => {
    const { user, dialog, submit } = await openDialog()
    mockAddFund({
      message: 'Two things are wrong.',
      errors: [
        { code: 'invalid', field: 'amount', message: 'That is too much.' },
        { code: 'invalid', field: 'payment_method', message: 'This gateway is closed.' },
      ],
    })
    await user.type(dialog.getByLabelText('Amount'), '60')
    await user.click(dialog.getByRole('radio', { name: 'Sandbox' }))
    await user.click(submit)
    expect(await screen.findByText('That is too much.')).toBeVisible()
    expect(screen.getByText('This gateway is closed.')).toBeVisible()
    expect(screen.queryByText('Two things are wrong.')).toBeNull()
  })
})
