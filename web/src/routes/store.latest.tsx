import { createFileRoute } from '@tanstack/react-router'
import { latestStoresOptions } from '@/features/store/store-queries'
import { prefetchStores } from './-prefetch-stores'
import { Sellers } from './-sellers'

export const Route = createFileRoute('/store/latest')({
  loader: prefetchStores(latestStoresOptions),
  component: () => <Sellers of="latest" />,
})
