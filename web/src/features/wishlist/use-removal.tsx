import { useState } from 'react'
import { lazyOverlay } from '@/components/loading/lazy'
import type { Wish } from '@/contracts/heart'
import { useRemoveWish } from './wishlist-queries'

const RemoveDialog = lazyOverlay(() => import('./remove-dialog'))

/** Removes things from the wishlist after a confirmation, then calls onRemoved. */
export function useRemoval(onRemoved?: () => void) {
  const remove = useRemoveWish()
  const [asked, setAsked] = useState<Wish>()
  const [opened, setOpened] = useState(false)
  const confirm = (wish: Wish) => {
    setOpened(false)
    remove.mutate(wish)
    onRemoved?.()
  }
  return {
    ask: (wish: Wish) => {
      setAsked(wish)
      setOpened(true)
    },
    question: asked && (
      <RemoveDialog
        name={asked.thing.name}
        opened={opened}
        onConfirm={() => confirm(asked)}
        onClose={() => setOpened(false)}
      />
    ),
  }
}
