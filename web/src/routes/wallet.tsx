import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { CashbackOffers } from '@/features/cashback/cashback-offers'
import { PaymentResult } from '@/features/payment/payment-result'
import { readPaymentId, useReturnedPayment } from '@/features/payment/returned-payment'
import { Wallet } from '@/features/wallet/wallet'
import type { HistoryType } from '@/features/wallet/wallet-queries'
import { useShop } from '@/lib/scope/shop'
import { AccountPage } from './-account'
import { NotFound } from './-not-found'

type Search = { type?: 'credit' | 'debit'; payment?: string }

export const Route = createFileRoute('/wallet')({
  validateSearch: ({ type, payment }): Search => ({
    ...(type === 'credit' || type === 'debit' ? { type } : {}),
    ...(readPaymentId(payment) ? { payment: readPaymentId(payment) } : {}),
  }),
  component: WalletPage,
})

function WalletPage() {
  if (useShop().customer_wallet_status === 0) return <NotFound />
  return (
    <AccountPage art="orders">
      <OwnWallet />
    </AccountPage>
  )
}

function OwnWallet() {
  const { type = 'all', payment } = Route.useSearch()
  const navigate = Route.useNavigate()
  // A change of tabs adds no entry to the history.
  const show = (next: HistoryType) =>
    void navigate({ search: next === 'all' ? {} : { type: next }, replace: true, resetScroll: false })
  const cleanUrl = useCallback(() => void navigate({ search: {}, replace: true, resetScroll: false }), [navigate])
  const returned = useReturnedPayment('/wallet', payment, cleanUrl)
  return (
    <Wallet
      type={type}
      onType={show}
      offers={<CashbackOffers />}
      result={(addFund) =>
        returned.id !== undefined && (
          <PaymentResult
            key={returned.id}
            id={returned.id}
            onAgain={() => {
              returned.close()
              addFund()
            }}
            onClose={returned.close}
          />
        )
      }
    />
  )
}
