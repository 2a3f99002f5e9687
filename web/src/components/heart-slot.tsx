import { useHeart, type HeartProps } from '@/contracts/heart'

/** The heart above a picture; nothing where there are no hearts, and until their code is there: it moves nothing. */
export function HeartSlot(props: HeartProps) {
  const heart = useHeart()
  return heart?.(props)
}
