import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Drawer } from '@/components/drawer'
import { EmptyState } from '@/components/empty-state'
import { QueryView } from '@/components/query-view'
import { Skeleton } from '@/components/skeleton'
import { Tabs } from '@/components/tabs'
import { emptyArt } from '@/lib/page/empty-art'
import { defineMessages, type Message } from '@/lib/text/messages'
import { isRefusal } from '@/lib/requests/problems'
import { useScope, type ModuleType } from '@/lib/scope/scope'
import { useRemoval } from './use-removal'
import { ItemRow, StoreRow } from './wish-rows'
import { wishlistOptions } from './wishlist-queries'
import c from './wishlist-drawer.module.css'

const text = defineMessages({
  title: { id: 'wishlist.title', defaultMessage: 'Wishlist' },
  kinds: { id: 'wishlist.kinds', defaultMessage: 'Kinds of favourites' },
  none: { id: 'wishlist.none', defaultMessage: 'No favourite {kind} found' },
  hint: { id: 'wishlist.hint', defaultMessage: 'Tap the heart on what you like, and it waits for you here.' },
  browse: { id: 'wishlist.browse', defaultMessage: 'Browse shops' },
})

/** The names of the kinds (WISH-02) for the tabs. */
const names = defineMessages({
  foods: { id: 'wishlist.tab_foods', defaultMessage: 'Foods' },
  items: { id: 'wishlist.tab_items', defaultMessage: 'Items' },
  stores: { id: 'wishlist.tab_stores', defaultMessage: 'Stores' },
})
const kinds = defineMessages({
  foods: { id: 'wishlist.kind_foods', defaultMessage: 'foods' },
  items: { id: 'wishlist.kind_items', defaultMessage: 'items' },
  stores: { id: 'wishlist.kind_stores', defaultMessage: 'stores' },
})

type Kind = 'item' | 'store'

function wordsOf(moduleType: ModuleType | undefined): Record<Kind, { name: Message; kind: Message }> {
  const items = moduleType === undefined || moduleType === 'food' ? 'foods' : 'items'
  return { item: { name: names[items], kind: kinds[items] }, store: { name: names.stores, kind: kinds.stores } }
}

type Props = {
  opened: boolean
  onClose: () => void
  /** Opens the page where shops can be found. */
  onBrowse: () => void
}

/** The drawer with a customer's wishlist (WISH-02). */
export default function WishlistDrawer({ opened, onClose, onBrowse }: Props) {
  return (
    <Drawer opened={opened} onClose={onClose} title={<FormattedMessage {...text.title} />} width={523}>
      <Favourites onFollow={onClose} onBrowse={onBrowse} />
    </Drawer>
  )
}

/** The wishlist is fetched at every opening, because prices and stock change. */
function Favourites({ onFollow, onBrowse }: { onFollow: () => void; onBrowse: () => void }) {
  const { formatMessage: t } = useIntl()
  const scope = useScope()
  const list = useQuery({ ...wishlistOptions(scope), refetchOnMount: 'always' })
  const [kind, setKind] = useState<Kind>('item')
  const panel = useRef<HTMLDivElement>(null)
  // The removed row had the focus.
  const { ask, question } = useRemoval(() => panel.current?.focus())
  const words = wordsOf(scope.module?.module_type)

  return (
    <>
      <Tabs
        label={t(text.kinds)}
        tabs={(['item', 'store'] as const).map((key) => ({
          key,
          name: t(words[key].name),
          count: list.data?.[key].length,
        }))}
        current={kind}
        onChange={setKind}
        panel={panel}
      >
        <QueryView query={list} skeleton={<RowsSkeleton />} art={emptyArt(isRefusal(list.error) ? 'error' : 'offline')}>
          {({ item: items, store: stores }) =>
            (kind === 'item' ? items : stores).length === 0 ? (
              <EmptyState
                art={emptyArt('wishlist')}
                title={<FormattedMessage {...text.none} values={{ kind: t(words[kind].kind) }} />}
                text={<FormattedMessage {...text.hint} />}
                action={
                  <Button size="md" onClick={onBrowse}>
                    <FormattedMessage {...text.browse} />
                  </Button>
                }
              />
            ) : (
              <ul className={c.rows}>
                {kind === 'item'
                  ? items.map((item) => (
                      <ItemRow
                        key={item.id}
                        item={item}
                        onFollow={onFollow}
                        onRemove={() => ask({ kind: 'item', thing: item })}
                      />
                    ))
                  : stores.map((store) => (
                      <StoreRow
                        key={store.id}
                        store={store}
                        onFollow={onFollow}
                        onRemove={() => ask({ kind: 'store', thing: store })}
                      />
                    ))}
              </ul>
            )
          }
        </QueryView>
      </Tabs>
      {question}
    </>
  )
}

function RowsSkeleton() {
  return (
    <div className={c.skeleton} aria-hidden>
      <Skeleton height={72} radius={14} />
      <Skeleton height={72} radius={14} />
      <Skeleton height={72} radius={14} />
    </div>
  )
}
