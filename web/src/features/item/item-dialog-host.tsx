import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { lazyOverlay } from '@/components/loading/lazy'
import { withItem } from '@/lib/page/links'
import type { OnBuyNow } from './item-buy'

const ItemDialog = lazyOverlay(() => import('./item-dialog'))

/**
 * Shows the item of the URL in a dialog over the page. If the item was opened from this page,
 * closing goes one step back in the history. After a link from elsewhere it only removes the item
 * from the URL.
 */
export function ItemDialogHost({ onBuyNow }: { onBuyNow: OnBuyNow }) {
  const { history } = useRouter()
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  const id = useLocation({ select: ({ search }) => search.item })
  const [shown, setShown] = useState(id)
  if (id !== undefined && id !== shown) setShown(id)

  /** The history entry of the page below the dialog. */
  const below = useRef<{ href: string; index: number }>(undefined)
  useEffect(() => {
    if (id === undefined) below.current = { href: here, index: history.location.state.__TSR_index }
  }, [here, id, history])

  const close = () => {
    const page = withItem(here, undefined)
    const isAbove = below.current?.href === page && below.current.index === history.location.state.__TSR_index - 1
    if (isAbove) history.back()
    else history.replace(page)
  }

  if (shown === undefined) return null
  return (
    <ItemDialog
      id={shown}
      opened={id !== undefined}
      onClose={close}
      onBuyNow={onBuyNow}
      storePage={/^\/store\/([^/?]+)/.exec(here)?.[1]}
    />
  )
}
