import { Skeleton } from '@/components/loading/skeleton'
import c from './checkout.module.css'

/** Shown until the checkout is loaded. */
export function CheckoutSkeleton() {
  return (
    <div className={c.columns} aria-hidden>
      <div className={c.steps}>
        {[64, 96, 64, 64].map((height, index) => (
          <div key={index} className={c.step}>
            <Skeleton width="180px" height={22} />
            <Skeleton height={height} radius={14} />
          </div>
        ))}
      </div>
      <div className={c.aside}>
        <SummarySkeleton />
      </div>
    </div>
  )
}

export function SummarySkeleton() {
  return (
    <div className={c.step} aria-hidden>
      <Skeleton width="60%" height={26} />
      <Skeleton height={20} />
      <Skeleton height={20} />
      <Skeleton height={120} radius={14} />
      <Skeleton height={52} radius={26} />
    </div>
  )
}
