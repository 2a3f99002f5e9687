import { createFileRoute } from '@tanstack/react-router'
import { StoreList } from '@/features/store/store-list'
import { popularStoresOptions } from '@/features/store/store-queries'
import { currentScope } from '@/lib/scope/scope'
import c from './-page.module.css'

export const Route = createFileRoute('/store/popular')({
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(popularStoresOptions(1, currentScope())),
  component: () => (
    <div className={c.page}>
      <StoreList of="popular" />
    </div>
  ),
})
