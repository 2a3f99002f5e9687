import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '@/components/loading/empty-state'
import { Grid } from '@/components/layout/grid'
import { More } from '@/components/layout/more'
import { QueryView } from '@/components/loading/query-view'
import { StoreCardSkeleton } from '@/components/loading/skeleton'
import type { PlaceInput } from '@/contracts/place-input'
import { usePublishSearchTrip } from '@/contracts/search-trip'
import type { VehiclesOutputBody, VehicleView } from '@/lib/api/types.gen'
import { emptyArt } from '@/lib/page/empty-art'
import { withQuery } from '@/lib/page/href'
import { usePageTitle } from '@/lib/page/page-title'
import { knownTotal, uniqueEntries, usePagedList } from '@/lib/requests/paged-list'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { LayoutChoice } from './layout-choice'
import { PickupMap } from './pickup-map'
import { vehicleHrefFrom } from './vehicle-href'
import { rentalCategoriesOptions, vehiclesOptions, type AskedVehicles, type PricedTrip } from './rental-queries'
import { readTrip, writeTrip, type SearchTrip } from './trip'
import { TripSummary } from './trip-summary'
import { useQuickView } from './use-quick-view'
import { usePricedTrip } from './use-priced-trip'
import { RentButton } from './rent-button'
import { VehicleCard } from './vehicle-card'
import { VehicleFilterRow } from './vehicle-filters'
import { isNarrowed, noFilters } from './no-filters'
import {
  readVehicleSearch,
  writeVehicleSearch,
  type VehicleSearch,
  type VehicleSearchText,
} from './vehicle-search-query'
import c from './vehicle-results.module.css'

const text = defineMessages({
  title: { id: 'vehicles.title', defaultMessage: 'Vehicles' },
  found: { id: 'vehicles.found', defaultMessage: 'Vehicles found' },
  words: { id: 'vehicles.title_words', defaultMessage: 'Vehicles for “{words}”' },
  count: { id: 'vehicles.count', defaultMessage: '{n, plural, one {# vehicle} other {# vehicles}}' },
  nothing: { id: 'vehicles.nothing', defaultMessage: 'No vehicle found' },
  fewer: { id: 'vehicles.fewer_filters', defaultMessage: 'Your filters may hide what you are looking for.' },
  elsewhere: { id: 'vehicles.elsewhere', defaultMessage: 'Nobody rents out such a vehicle here at the moment.' },
  clear: { id: 'vehicles.clear_filters', defaultMessage: 'Clear all filters' },
  all: { id: 'vehicles.see_all', defaultMessage: 'See all vehicles' },
})

export type ChangeSearch = (changes: { [Name in keyof VehicleSearch]?: VehicleSearch[Name] | undefined }) => void

/** The vehicles for a trip, beside a map of where they are picked up (RNT-02). Everything chosen is in the URL. */
export function VehicleResults({ query, placeInput }: { query: VehicleSearchText; placeInput: PlaceInput }) {
  const search = readVehicleSearch(query)
  const trip = readTrip(query)
  const { priced, isPending } = usePricedTrip(trip)
  const list = useVehicles({ search, trip: priced, pickup: trip?.pickup?.point }, !isPending)
  const title = useTitle(search)
  const { change, changeTrip } = useChangeSearch()
  usePageTitle(title)
  usePublishSearchTrip(priced && { type: priced.type, hours: priced.hours ?? 1 })

  return (
    <div className={c.results}>
      <header className={c.head}>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <p className={c.count} role="status">
          {list.total !== undefined && <FormattedMessage {...text.count} values={{ n: list.total }} />}
        </p>
      </header>
      <TripSummary
        key={JSON.stringify(trip)}
        trip={trip}
        priced={priced}
        placeInput={placeInput}
        onChange={changeTrip}
      />
      <div className={c.row}>
        <VehicleFilterRow
          search={search}
          hasTrip={priced !== undefined}
          choices={list.choices}
          total={list.total}
          onChange={change}
        />
        <LayoutChoice layout={search.layout} onChange={(layout) => change({ layout })} />
      </div>
      <QueryView<unknown> query={list} skeleton={<Boxes />}>
        {() =>
          list.total === undefined ? (
            <Boxes />
          ) : list.total === 0 ? (
            <NothingFound hasFilters={isNarrowed(search)} onChange={change} />
          ) : (
            <div className={c.beside}>
              <div className={c.list} data-stale={list.isPlaceholderData || undefined}>
                <h2 className="sr">
                  <FormattedMessage {...text.found} />
                </h2>
                <Vehicles of={list.entries} layout={search.layout} trip={trip} priced={priced} />
                <More list={list} />
              </div>
              <PickupMap vehicles={list.entries} trip={trip} />
            </div>
          )
        }
      </QueryView>
    </div>
  )
}

/** Says that no vehicle fits, with a button that finds more. */
function NothingFound({ hasFilters, onChange }: { hasFilters: boolean; onChange: ChangeSearch }) {
  return (
    <EmptyState
      art={emptyArt('search')}
      title={<FormattedMessage {...text.nothing} />}
      text={<FormattedMessage {...(hasFilters ? text.fewer : text.elsewhere)} />}
      action={
        <Button
          size="md"
          onClick={() => onChange(hasFilters ? noFilters : { categoryId: undefined, search: undefined })}
        >
          <FormattedMessage {...(hasFilters ? text.clear : text.all)} />
        </Button>
      }
    />
  )
}

type VehiclesProps = {
  of: readonly VehicleView[]
  layout: 'rows' | undefined
  trip: SearchTrip | undefined
  priced: PricedTrip | undefined
}

function Vehicles({ of, layout, trip, priced }: VehiclesProps) {
  const preview = useQuickView('from_search', trip)
  const cards = of.map((vehicle, index) => (
    <li key={vehicle.id}>
      <VehicleCard
        vehicle={vehicle}
        href={vehicleHrefFrom('from_search', vehicle, trip)}
        onPreview={() => preview.open(vehicle)}
        layout={layout === 'rows' ? 'row' : 'card'}
        trip={priced}
        action={<RentButton vehicle={vehicle} trip={trip} short />}
        priority={index < 4}
      />
    </li>
  ))
  return (
    <>
      {layout === 'rows' ? <ul className={c.rows}>{cards}</ul> : <Grid of="vehicles">{cards}</Grid>}
      {preview.dialog}
    </>
  )
}

function useVehicles({ search: { layout: _layout, ...search }, ...of }: AskedVehicles, enabled: boolean) {
  const scope = useScope()
  const list = usePagedList<VehiclesOutputBody>((offset) => vehiclesOptions({ ...of, search }, offset, scope), {
    isLast: ({ offset, limit, total_size }) => offset * limit >= total_size,
    enabled,
  })
  const first = list.data?.pages[0]
  return {
    ...list,
    entries: uniqueEntries(list.data?.pages.map(({ vehicles }) => vehicles)),
    total: knownTotal(list),
    choices: first?.choices,
  }
}

function useTitle({ categoryId, search }: VehicleSearch) {
  const { formatMessage: t } = useIntl()
  const { data } = useQuery({ ...rentalCategoriesOptions(useScope()), enabled: categoryId !== undefined })
  if (search) return t(text.words, { words: search })
  return data?.categories.find(({ id }) => id === categoryId)?.name ?? t(text.title)
}

/** Changes the address in place: filters are no steps to go back through. Another trip is one. */
function useChangeSearch() {
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  const navigate = useNavigate()
  const change: ChangeSearch = (changes) => {
    const texts = writeVehicleSearch(changes)
    if ('categoryId' in changes) texts.all_category = undefined
    void navigate({ href: withQuery(here, texts), replace: true, resetScroll: false })
  }
  const changeTrip = (trip: SearchTrip) => void navigate({ href: withQuery(here, writeTrip(trip)), resetScroll: false })
  return { change, changeTrip }
}

function Boxes() {
  return (
    <Grid of="vehicles">
      {Array.from({ length: 6 }, (_, index) => (
        <li key={index}>
          <StoreCardSkeleton />
        </li>
      ))}
    </Grid>
  )
}
