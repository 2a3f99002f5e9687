import { createFileRoute } from '@tanstack/react-router'
import { popularStoresOptions } from '@/features/store/store-queries'
import { prefetchStores } from './-prefetch-stores'
import { Sellers } from './-sellers'

export const Route = createFileRoute('/store/popular')({
  loader: prefetchStores(popularStoresOptions),
  component: () => <Sellers of="popular" />,
})
