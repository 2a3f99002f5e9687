import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ItemDialogHost } from '@/features/item/item-dialog-host'
import { prefetchItem } from '@/features/item/prefetch-item'
import type { NewLine } from '@/contracts/cart-actions'
import { storeBuyNow } from '@/contracts/buy-now'
import { currentScope } from '@/lib/scope/scope'
import { PrefetchItemProvider } from '@/contracts/prefetch-item'

/** Goes to pay for one line alone. */
export function useBuyNow() {
  const navigate = useNavigate()
  return (line: NewLine, page: 'buy_now' | 'campaign') => {
    storeBuyNow(line)
    void navigate({ to: '/checkout', search: { page } })
  }
}

/** Lets every item below be fetched ahead, and opened over the page that is here. */
export function Items({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const buyNow = useBuyNow()
  return (
    <PrefetchItemProvider value={(item) => prefetchItem(queryClient, currentScope(), item)}>
      {children}
      <ItemDialogHost onBuyNow={buyNow} />
    </PrefetchItemProvider>
  )
}
