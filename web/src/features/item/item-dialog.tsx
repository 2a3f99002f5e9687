import { ActionIcon, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { IconX } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Dialog } from '@/components/overlay/dialog'
import { EmptyState } from '@/components/loading/empty-state'
import { HeartSlot } from '@/components/catalog/heart-slot'
import { lazyOverlay, lazyPart } from '@/components/loading/lazy'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import type { ItemView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { isNotFound } from '@/lib/requests/problems'
import { common } from '@/lib/text/intl'
import { defineMessages } from '@/lib/text/messages'
import { useScope } from '@/lib/scope/scope'
import { DialogReviewsSkeleton } from './dialog-reviews-skeleton'
import { BuyNow, ItemBuy, type OnBuyNow } from './item-buy'
import { ItemFacts, ItemLists } from './item-facts'
import { ItemGallery } from './item-gallery'
import { ItemNote } from './item-note'
import { ItemOptions } from './item-options'
import { itemOptions } from './item-queries'
import { useAdoptOnce } from './use-adopt-once'
import { useItemChoice } from './use-item-choice'
import c from './item-dialog.module.css'

const ItemZoom = lazyOverlay(() => import('./item-zoom'))
const DialogReviews = lazyPart(() => import('./dialog-reviews'), { pending: DialogReviewsSkeleton })

const text = defineMessages({
  loading: { id: 'item.loading', defaultMessage: 'Item' },
  gone: { id: 'item.gone', defaultMessage: 'No longer sold' },
  goneText: { id: 'item.gone_text', defaultMessage: 'The store does not sell this item any more.' },
})

type Props = {
  /** Slug or id. */
  id: string
  opened: boolean
  onClose: () => void
  onBuyNow: OnBuyNow
  /** The store whose page is below, by slug or id. On its own page the store's name is hidden (BRW-04). */
  storePage?: string
}

/** The dialog of an item: pictures, choices beside them, and the button, which is always visible. */
export default function ItemDialog({ id, opened, onClose, onBuyNow, storePage }: Props) {
  const { formatMessage: t } = useIntl()
  // The address loses it when the dialog begins to close.
  const isOfCampaign = !!useLocation({ select: ({ search }) => search.campaign })
  const [inCampaign, setInCampaign] = useState(isOfCampaign)
  if (opened && isOfCampaign !== inCampaign) setInCampaign(isOfCampaign)
  const item = useQuery(itemOptions(id, useScope(), inCampaign))
  useAdoptOnce(item.data, opened, (scope) => itemOptions(id, scope, inCampaign).queryKey)
  const [zoomed, setZoomed] = useState<number>()
  return (
    <>
      <Dialog
        opened={opened}
        // Escape closes the enlarged picture first, then the dialog.
        onClose={() => (zoomed === undefined ? onClose() : setZoomed(undefined))}
        title={item.data?.name ?? t(text.loading)}
        bare
        addressed
        width={880}
      >
        <div className={c.shell}>
          <ActionIcon className={c.close} onClick={onClose} aria-label={t(common.close)}>
            <IconX size={22} />
          </ActionIcon>
          {isNotFound(item.error) ? (
            <Gone onClose={onClose} />
          ) : (
            <QueryView query={item} skeleton={<DialogSkeleton />}>
              {(found) => (
                <Layout
                  key={found.id}
                  item={found}
                  hideStore={storePage === found.store_slug || storePage === String(found.store_id)}
                  onZoom={setZoomed}
                  onDone={onClose}
                  onBuyNow={onBuyNow}
                />
              )}
            </QueryView>
          )}
        </div>
      </Dialog>
      {item.data && (
        <ItemZoom opened={zoomed !== undefined} item={item.data} index={zoomed} onClose={() => setZoomed(undefined)} />
      )}
    </>
  )
}

type LayoutProps = Pick<Props, 'onBuyNow'> & {
  item: ItemView
  hideStore: boolean
  onZoom: (index: number) => void
  onDone: () => void
}

function Layout({ item, hideStore, onZoom, onDone, onBuyNow }: LayoutProps) {
  const choice = useItemChoice(item)
  const [pictures, isPast] = useIsPast()
  return (
    <div className={c.layout}>
      <div className={c.past} data-shown={isPast || undefined} aria-hidden>
        <span>
          <bdi>{item.name}</bdi>
        </span>
      </div>
      <div className={c.pictures} ref={pictures}>
        <ItemGallery item={item} shape="tall" onZoom={onZoom} />
        <div className={c.heart}>
          <HeartSlot wish={{ kind: 'item', thing: item }} large />
        </div>
      </div>
      <div className={c.side}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area must be reachable by keys */}
        <div className={c.scroll} tabIndex={0} role="group" aria-label={item.name}>
          <ItemFacts choice={choice} heading="p" hideStore={hideStore} />
          <ItemOptions choice={choice} />
          <ItemNote choice={choice} />
          <BuyNow choice={choice} onBuyNow={onBuyNow} />
          <ItemLists item={item} />
          <DialogReviews item={item} />
        </div>
        <div className={c.footer}>
          <ItemBuy choice={choice} onDone={onDone} onBuyNow={onBuyNow} />
        </div>
      </div>
    </div>
  )
}

const barHeight = '-72px'

/** Returns a ref, and whether its element is scrolled away behind the bar. */
function useIsPast() {
  const [isPast, setPast] = useState(false)
  const ref = useCallback((element: Element | null) => {
    if (!element || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(([seen]) => setPast(seen?.isIntersecting === false), {
      root: element.parentElement,
      rootMargin: `${barHeight} 0px 0px`,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, isPast] as const
}

/** Shown for a link to an item that is not sold any more. */
function Gone({ onClose }: { onClose: () => void }) {
  return (
    <EmptyState
      art={emptyArt('search')}
      title={<FormattedMessage {...text.gone} />}
      text={<FormattedMessage {...text.goneText} />}
      action={
        <Button size="md" onClick={onClose}>
          <FormattedMessage {...common.close} />
        </Button>
      }
    />
  )
}

function DialogSkeleton() {
  return (
    <div className={c.layout} aria-busy>
      <div className={c.pictures} />
      <div className={c.side}>
        <div className={c.scroll}>
          <Skeleton width="60%" height={32} />
          <Skeleton width="40%" height={20} />
          <Skeleton width="30%" height={28} />
          <Skeleton height={72} />
          <Skeleton height={54} radius={14} />
          <Skeleton height={54} radius={14} />
          <span className="sr" role="status">
            <FormattedMessage {...text.loading} />
          </span>
        </div>
      </div>
    </div>
  )
}
