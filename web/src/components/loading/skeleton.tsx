import c from './skeleton.module.css'

/** A grey box with the size of what it replaces. */
export function Skeleton({
  width = '100%',
  height = 16,
  radius = 8,
}: {
  width?: string
  height?: number | '100%'
  radius?: number
}) {
  return <span className={c.box} style={{ inlineSize: width, blockSize: height, borderRadius: radius }} />
}

export function ItemCardSkeleton() {
  return (
    <div className={c.card} aria-hidden>
      <span className={c.box} data-shape="item" />
      <Skeleton width="85%" />
      <Skeleton width="60%" height={14} />
      <Skeleton width="35%" />
    </div>
  )
}

export function StoreCardSkeleton() {
  return (
    <div className={c.card} aria-hidden>
      <span className={c.box} data-shape="store" />
      <Skeleton width="70%" />
      <Skeleton width="50%" height={14} />
    </div>
  )
}

export function CategoryChipSkeleton() {
  return (
    <div className={c.card} data-centred aria-hidden>
      <span className={c.box} data-shape="chip" />
      <Skeleton width="60px" height={14} />
    </div>
  )
}
