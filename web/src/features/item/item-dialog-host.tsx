import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { lazyOverlay } from '@/components/lazy'
import { withItem } from '@/lib/page/links'
import type { OnBuyNow } from './item-buy'

const ItemDialog = lazyOverlay(() => import('./item-dialog'))

/**
 * Shows the item that the address names over whatever page that is. Closing
 * goes back where opening it was a step from this very page; after a link from
 * elsewhere the page stays and only the item goes.
 */
export function ItemDialogHost({ onBuyNow }: { onBuyNow: OnBuyNow }) {
  const { history } = useRouter()
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  const id = useLocation({ select: ({ search }) => search.item })
  const [shown, setShown] = useState(id)
  if (id !== undefined && id !== shown) setShown(id)

  /** Where the page was, as an entry of the history, before the item was opened. */
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
      hideStore={here.startsWith('/store/')}
    />
  )
}
