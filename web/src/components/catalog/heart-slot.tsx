import { useHeart, type HeartProps } from '@/contracts/heart'

/** The heart above a picture. Renders nothing without hearts or before their code is loaded, without moving the layout. */
export function HeartSlot(props: HeartProps) {
  const heart = useHeart()
  return heart?.(props)
}
