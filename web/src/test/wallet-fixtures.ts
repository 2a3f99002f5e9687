import { http, HttpResponse } from 'msw'
import type {
  AddFundInputBody,
  AddFundOutputBody,
  ErrorBody,
  GatewayPaymentView,
  WalletBonusView,
  WalletOutputBody,
  WalletTransactionView,
} from '@/lib/api/types.gen'
import { server } from './server'

export const testWallet: WalletOutputBody = {
  balance: 42.5,
  least_top_up: 1,
  most_top_up: 1000,
  gateways: [
    { gateway: 'sandbox', gateway_title: 'Sandbox' },
    { gateway: 'stripe', gateway_title: 'Card' },
  ],
}

const testBonus: WalletBonusView = {
  id: 'tenth',
  title: '10% on top',
  description: 'Add $50 or more and we add 10 %.',
  percent: 10,
  amount: 0,
  least_top_up: 50,
  most_bonus: 15,
  ends_on: '2126-11-30',
  left: 3,
}

const entry = (id: number, more: Partial<WalletTransactionView>): WalletTransactionView => ({
  id,
  kind: 'top_up',
  amount: 50,
  balance: 50,
  created_at: '2026-11-20T10:00:00Z',
  ...more,
})

/** A refund of an order, an order, a bonus and a payment, the newest first. */
export const testTransactions = [
  entry(4, { kind: 'refund', amount: 10, balance: 42.5, order_id: 17 }),
  entry(3, { kind: 'order', amount: -22.5, balance: 32.5, order_id: 17 }),
  entry(2, { kind: 'bonus', amount: 5, balance: 55 }),
  entry(1, {}),
]

const testDays = [
  { date: '2026-11-19', balance: 0 },
  { date: '2026-11-20', balance: 55 },
  { date: '2026-11-21', balance: 42.5 },
]

type Told = { wallet?: WalletOutputBody; bonuses?: WalletBonusView[]; transactions?: WalletTransactionView[] }

/** Mocks the wallet's calls. Returns the asked types of the history. */
export function mockWallet({ wallet = testWallet, bonuses = [testBonus], transactions = testTransactions }: Told = {}) {
  const types: (string | null)[] = []
  const isOf = (type: string | null) => (each: WalletTransactionView) =>
    type === 'credit' ? each.amount > 0 : type === 'debit' ? each.amount < 0 : true
  server.use(
    http.get('*/wallet', () => HttpResponse.json(wallet)),
    http.get('*/wallet/bonuses', () => HttpResponse.json({ bonuses })),
    http.get('*/wallet/days', () => HttpResponse.json({ days: transactions.length > 0 ? testDays : [] })),
    http.get('*/wallet/transactions', ({ request }) => {
      const type = new URL(request.url).searchParams.get('type')
      types.push(type)
      const shown = transactions.filter(isOf(type))
      return HttpResponse.json({ transactions: shown, total_size: shown.length, limit: 20, offset: 1 })
    }),
  )
  return types
}

/** Mocks the start of a payment into the wallet. Returns what was sent. */
export function mockAddFund(answer: AddFundOutputBody | ErrorBody) {
  const sent: AddFundInputBody[] = []
  server.use(
    http.post<never, AddFundInputBody>('*/wallet/add-fund', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(answer, { status: 'errors' in answer ? 422 : 200 })
    }),
  )
  return sent
}

export const testPayment: GatewayPaymentView = {
  id: 'payment-0123456789',
  purpose: 'wallet',
  gateway: 'sandbox',
  amount: 50,
  bonus: 0,
  status: 'paid',
  created_at: '2026-11-20T10:00:00Z',
}
