import { Skeleton } from '@/components/loading/skeleton'
import c from '@/components/purchase/purchase-page.module.css'

/** The skeleton of an order. */
export function OrderSkeleton() {
  return (
    <div className={c.page} aria-hidden>
      <div className={c.main}>
        <Skeleton width="40%" height={18} />
        <Skeleton width="70%" height={32} />
        <Skeleton height={48} radius={14} />
        <Skeleton height={260} radius={18} />
      </div>
      <Skeleton height={360} radius={20} />
    </div>
  )
}
