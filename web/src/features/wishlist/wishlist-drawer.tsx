import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Drawer } from '@/components/overlay/drawer'
import { EmptyState } from '@/components/loading/empty-state'
import { QueryView } from '@/components/loading/query-view'
import { Skeleton } from '@/components/loading/skeleton'
import { Tabs } from '@/components/layout/tabs'
import { emptyArt } from '@/lib/page/empty-art'
import type { Wish } from '@/contracts/heart'
import type { WishlistOutputBody } from '@/lib/api/types.gen'
import { defineMessages, type Message } from '@/lib/text/messages'
import { isRefusal } from '@/lib/requests/problems'
import { useScope, type ModuleType } from '@/lib/scope/scope'
import { useModuleType } from '@/lib/scope/shop'
import { useRemoval } from './use-removal'
import { ProviderRow, VehicleRow } from './rental-rows'
import { ItemRow, StoreRow } from './wish-rows'
import { listOf, wishlistOptions } from './wishlist-queries'
import c from './wishlist-drawer.module.css'

const text = defineMessages({
  title: { id: 'wishlist.title', defaultMessage: 'Wishlist' },
  kinds: { id: 'wishlist.kinds', defaultMessage: 'Kinds of favourites' },
  none: { id: 'wishlist.none', defaultMessage: 'No favourite {kind} found' },
  hint: { id: 'wishlist.hint', defaultMessage: 'Tap the heart on what you like, and it waits for you here.' },
  browse: { id: 'wishlist.browse', defaultMessage: 'Browse shops' },
  browseVehicles: { id: 'wishlist.browse_vehicles', defaultMessage: 'Find a vehicle' },
})

/** The names of the kinds (WISH-02) for the tabs. */
const names = defineMessages({
  foods: { id: 'wishlist.tab_foods', defaultMessage: 'Foods' },
  items: { id: 'wishlist.tab_items', defaultMessage: 'Items' },
  stores: { id: 'wishlist.tab_stores', defaultMessage: 'Stores' },
  vehicles: { id: 'wishlist.tab_vehicles', defaultMessage: 'Vehicles' },
  providers: { id: 'wishlist.tab_providers', defaultMessage: 'Providers' },
})
const kinds = defineMessages({
  foods: { id: 'wishlist.kind_foods', defaultMessage: 'foods' },
  items: { id: 'wishlist.kind_items', defaultMessage: 'items' },
  stores: { id: 'wishlist.kind_stores', defaultMessage: 'stores' },
  // The specification writes it with a capital (WISH-02).
  vehicles: { id: 'wishlist.kind_vehicles', defaultMessage: 'Vehicles' },
  providers: { id: 'wishlist.kind_providers', defaultMessage: 'providers' },
})

type Kind = Wish['kind']
type Words = { key: Kind; name: Message; kind: Message }

const wordsOf = (key: Kind, name: keyof typeof names): Words => ({ key, name: names[name], kind: kinds[name] })

/** The two kinds of a module: what is sold there, and who sells it. */
function kindsOf(moduleType: ModuleType | undefined): [Words, Words] {
  if (moduleType === 'rental') return [wordsOf('vehicle', 'vehicles'), wordsOf('provider', 'providers')]
  const items = moduleType === undefined || moduleType === 'food' ? 'foods' : 'items'
  return [wordsOf('item', items), wordsOf('store', 'stores')]
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
  const tabs = kindsOf(useModuleType())
  const [chosen, setChosen] = useState<Kind>()
  const current = tabs.find(({ key }) => key === chosen) ?? tabs[0]
  const panel = useRef<HTMLDivElement>(null)
  // The removed row had the focus.
  const { ask, question } = useRemoval(() => panel.current?.focus())

  return (
    <>
      <Tabs
        label={t(text.kinds)}
        tabs={tabs.map(({ key, name }) => ({ key, name: t(name), count: list.data?.[listOf[key]].length }))}
        current={current.key}
        onChange={setChosen}
        panel={panel}
      >
        <QueryView query={list} skeleton={<RowsSkeleton />} art={emptyArt(isRefusal(list.error) ? 'error' : 'offline')}>
          {(data) =>
            data[listOf[current.key]].length === 0 ? (
              <EmptyState
                art={emptyArt('wishlist')}
                title={<FormattedMessage {...text.none} values={{ kind: t(current.kind) }} />}
                text={<FormattedMessage {...text.hint} />}
                action={
                  <Button size="md" onClick={onBrowse}>
                    <FormattedMessage
                      {...(current.key === 'item' || current.key === 'store' ? text.browse : text.browseVehicles)}
                    />
                  </Button>
                }
              />
            ) : (
              <ul className={c.rows}>
                <Rows list={data} kind={current.key} onFollow={onFollow} ask={ask} />
              </ul>
            )
          }
        </QueryView>
      </Tabs>
      {question}
    </>
  )
}

type RowsProps = { list: WishlistOutputBody; kind: Kind; onFollow: () => void; ask: (wish: Wish) => void }

function Rows({ list, kind, onFollow, ask }: RowsProps) {
  const of = (wish: Wish) => ({ onFollow, onRemove: () => ask(wish) })
  switch (kind) {
    case 'item':
      return list.item.map((thing) => <ItemRow key={thing.id} item={thing} {...of({ kind, thing })} />)
    case 'store':
      return list.store.map((thing) => <StoreRow key={thing.id} store={thing} {...of({ kind, thing })} />)
    case 'vehicle':
      return list.vehicles.map((thing) => <VehicleRow key={thing.id} vehicle={thing} {...of({ kind, thing })} />)
    case 'provider':
      return list.providers.map((thing) => <ProviderRow key={thing.id} provider={thing} {...of({ kind, thing })} />)
  }
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
