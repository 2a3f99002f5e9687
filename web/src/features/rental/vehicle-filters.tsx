import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ClearFilters, FilterButton, FilterRow, FilterSwitch, SortSelect } from '@/components/layout/filter-row'
import { lazyOverlay } from '@/components/loading/lazy'
import type { VehicleChoicesView } from '@/lib/api/types.gen'
import { useScope } from '@/lib/scope/scope'
import { defineMessages } from '@/lib/text/messages'
import { countFilters, isNarrowed, noFilters } from './no-filters'
import type { ChangeSearch } from './vehicle-results'
import { vehicleSorts, type VehicleSearch } from './vehicle-search-query'

const FilterDrawer = lazyOverlay(() => import('./filter-drawer'))

const text = defineMessages({
  popular: { id: 'vehicles.sort_popular', defaultMessage: 'Popular' },
  newest: { id: 'vehicles.sort_newest', defaultMessage: 'Newest' },
  rating: { id: 'vehicles.sort_rating', defaultMessage: 'Best rated' },
  price_asc: { id: 'vehicles.sort_price_asc', defaultMessage: 'Price: low to high' },
  price_desc: { id: 'vehicles.sort_price_desc', defaultMessage: 'Price: high to low' },
  distance: { id: 'vehicles.sort_distance', defaultMessage: 'Nearest' },
  filters: { id: 'vehicles.filters', defaultMessage: 'Filters' },
  filtersOn: { id: 'vehicles.filters_on', defaultMessage: 'Filters, {n} on' },
  ac: { id: 'vehicles.with_ac', defaultMessage: 'With AC' },
  automatic: { id: 'vehicles.automatic', defaultMessage: 'Automatic' },
  deals: { id: 'vehicles.deals', defaultMessage: 'Deals' },
  free: { id: 'vehicles.free_then', defaultMessage: 'Free for this trip' },
  rated: { id: 'vehicles.rated', defaultMessage: 'Rated 4+' },
})

type Props = {
  search: VehicleSearch
  /** Whether the search has a trip. */
  hasTrip: boolean
  choices: VehicleChoicesView | undefined
  total: number | undefined
  onChange: ChangeSearch
}

/** The order, the filters that are used most, and a button for all filters. */
export function VehicleFilterRow({ search, hasTrip, choices, total, onChange }: Props) {
  const { formatMessage: t } = useIntl()
  const { point } = useScope()
  const [isOpen, setOpen] = useState(false)
  const count = countFilters(search)
  const sorts = vehicleSorts.filter((sort) => sort !== 'distance' || point !== undefined)
  return (
    <>
      <FilterRow>
        <SortSelect
          sorts={sorts}
          nameOf={(sort) => t(text[sort])}
          value={search.sort}
          onChange={(sort) => onChange({ sort })}
        />
        <FilterButton on={count > 0} onClick={() => setOpen(true)}>
          <IconAdjustmentsHorizontal size={18} aria-hidden />
          {count > 0 ? (
            <FormattedMessage {...text.filtersOn} values={{ n: count }} />
          ) : (
            <FormattedMessage {...text.filters} />
          )}
        </FilterButton>
        {hasTrip && (
          <FilterSwitch on={search.available === true} onSwitch={(on) => onChange({ available: on || undefined })}>
            <FormattedMessage {...text.free} />
          </FilterSwitch>
        )}
        <FilterSwitch
          on={search.air_condition === true}
          onSwitch={(on) => onChange({ air_condition: on || undefined })}
        >
          <FormattedMessage {...text.ac} />
        </FilterSwitch>
        <FilterSwitch
          on={search.transmission === 'automatic'}
          onSwitch={(on) => onChange({ transmission: on ? 'automatic' : undefined })}
        >
          <FormattedMessage {...text.automatic} />
        </FilterSwitch>
        <FilterSwitch on={search.discounted === true} onSwitch={(on) => onChange({ discounted: on || undefined })}>
          <FormattedMessage {...text.deals} />
        </FilterSwitch>
        <FilterSwitch on={search.min_rating === 4} onSwitch={(on) => onChange({ min_rating: on ? 4 : undefined })}>
          <FormattedMessage {...text.rated} />
        </FilterSwitch>
        {isNarrowed(search) && <ClearFilters onClear={() => onChange(noFilters)} />}
      </FilterRow>
      {choices && (
        <FilterDrawer
          opened={isOpen}
          onClose={() => setOpen(false)}
          search={search}
          choices={choices}
          total={total}
          onChange={onChange}
        />
      )}
    </>
  )
}
