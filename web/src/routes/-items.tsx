import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { lazyExtra } from '@/components/loading/lazy'
import { ItemDialogHost } from '@/features/item/item-dialog-host'
import { prefetchItem } from '@/features/item/prefetch-item'
import type { NewLine } from '@/contracts/cart-actions'
import { storeBuyNow } from '@/contracts/buy-now'
import { useHydrated } from '@/lib/page/use-hydrated'
import { currentScope } from '@/lib/scope/scope'
import { PrefetchItemProvider } from '@/contracts/prefetch-item'

const WatchOffers = lazyExtra(() => import('@/features/offer/watch-offers'))

/** Returns a function that opens the checkout of a single line. */
export function useBuyNow() {
  const navigate = useNavigate()
  return (line: NewLine, page: 'buy_now' | 'campaign') => {
    storeBuyNow(line)
    void navigate({ to: '/checkout', search: { page } })
  }
}

/**
 * Prefetches the items in its children, shows the open item in a dialog over the page, and
 * changes prices when an offer ends.
 */
export function Items({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const buyNow = useBuyNow()
  const isHydrated = useHydrated()
  return (
    <PrefetchItemProvider value={(item) => prefetchItem(queryClient, currentScope(), item)}>
      {children}
      <ItemDialogHost onBuyNow={buyNow} />
      {isHydrated && <WatchOffers />}
    </PrefetchItemProvider>
  )
}
