import { createFileRoute } from '@tanstack/react-router'
import { StoreList } from '@/features/store/store-list'
import { latestStoresOptions } from '@/features/store/store-queries'
import { currentScope } from '@/lib/scope/scope'
import c from './-page.module.css'

export const Route = createFileRoute('/store/latest')({
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(latestStoresOptions(1, currentScope())),
  component: () => (
    <div className={c.page}>
      <StoreList of="latest" />
    </div>
  ),
})
