import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyOverlay } from '@/components/loading/lazy'
import { Skeleton } from '@/components/loading/skeleton'
import type { StoreDetail } from '@/lib/api/types.gen'
import { usePageTitle } from '@/lib/page/page-title'
import { StorePreview, StoreHead } from './store-head'
import { StoreNotices } from './store-notices'
import { ItemSkeletons, StoreItems } from './store-items'
import { findListedStore } from './store-queries'

const StoreInfo = lazyOverlay(() => import('./store-info'))
const StoreReviews = lazyOverlay(() => import('./store-reviews'))

function useDialog() {
  const [opened, setOpened] = useState(false)
  return { open: () => setOpened(true), props: { opened, onClose: () => setOpened(false) } }
}

/** A store's page (BRW-04). */
export function StoreView({ store }: { store: StoreDetail }) {
  const info = useDialog()
  const reviews = useDialog()
  usePageTitle(store.name)
  return (
    <>
      <StoreHead store={store} onInfo={info.open} onReviews={reviews.open} />
      <StoreNotices store={store} />
      <StoreItems store={store} />
      <StoreInfo store={store} {...info.props} />
      <StoreReviews store={store} {...reviews.props} />
    </>
  )
}

/** The page of a store while it is loaded: the facts from a list, and skeletons. */
export function StoreSkeleton({ id }: { id: string }) {
  const seen = findListedStore(useQueryClient(), id)
  return (
    <>
      {seen ? <StorePreview store={seen} /> : <HeadSkeleton />}
      <ItemSkeletons />
    </>
  )
}

function HeadSkeleton() {
  return (
    <div aria-busy>
      <Skeleton height={280} radius={28} />
      <Skeleton width="40%" height={36} />
      <Skeleton width="60%" height={20} />
    </div>
  )
}
