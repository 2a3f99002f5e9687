import { Skeleton } from '@/components/loading/skeleton'

/** What stands in the place of the reviews while they are fetched. */
export const DialogReviewsSkeleton = () => <Skeleton height={160} radius={14} />
