import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ItemDialogHost } from '@/features/item/item-dialog-host'
import { warmItem } from '@/features/item/warm-item'
import type { NewLine } from '@/lib/basket'
import { keepBuyNow } from '@/lib/buy-now'
import { currentScope } from '@/lib/scope'
import { WarmProvider } from '@/lib/warm'

/** Goes to pay for one line alone. */
export function useBuyNow() {
  const navigate = useNavigate()
  return (line: NewLine, page: 'buy_now' | 'campaign') => {
    keepBuyNow(line)
    void navigate({ href: `/checkout?page=${page}` })
  }
}

/** Lets every item below be fetched ahead, and opened over the page that is here. */
export function Items({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const buyNow = useBuyNow()
  return (
    <WarmProvider value={(item) => warmItem(queryClient, currentScope(), item)}>
      {children}
      <ItemDialogHost onBuyNow={buyNow} />
    </WarmProvider>
  )
}
