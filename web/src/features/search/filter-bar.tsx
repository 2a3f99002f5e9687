import { FormattedMessage, useIntl } from 'react-intl'
import { ClearFilters, FilterRow, FilterSwitch, SortSelect } from '@/components/layout/filter-row'
import { defineMessages } from '@/lib/text/messages'
import { useScope } from '@/lib/scope/scope'
import { useModuleType, useShop } from '@/lib/scope/shop'
import PriceFilter from './price-filter'
import { storeSorts } from './results-calls'
import { itemSorts, type Filters } from './results-query'

const quick = 30 // minutes

const text = defineMessages({
  relevance: { id: 'search.sort_relevance', defaultMessage: 'Best match' },
  popular: { id: 'search.sort_popular', defaultMessage: 'Popular' },
  newest: { id: 'search.sort_newest', defaultMessage: 'Newest' },
  rating: { id: 'search.sort_rating', defaultMessage: 'Best rated' },
  price_asc: { id: 'search.sort_price_asc', defaultMessage: 'Price: low to high' },
  price_desc: { id: 'search.sort_price_desc', defaultMessage: 'Price: high to low' },
  delivery_time: { id: 'search.sort_delivery_time', defaultMessage: 'Quickest' },
  distance: { id: 'search.sort_distance', defaultMessage: 'Nearest' },
  veg: { id: 'search.veg', defaultMessage: 'Veg' },
  nonVeg: { id: 'search.non_veg', defaultMessage: 'Non-veg' },
  discounted: { id: 'search.discounted', defaultMessage: 'Deals' },
  halal: { id: 'search.halal', defaultMessage: 'Halal' },
  organic: { id: 'search.organic', defaultMessage: 'Organic' },
  open_now: { id: 'search.open_now', defaultMessage: 'Open now' },
  free_delivery: { id: 'search.free_delivery', defaultMessage: 'Free delivery' },
  quick: { id: 'search.quick', defaultMessage: 'Within {minutes, number} min' },
  rated: { id: 'search.rated', defaultMessage: 'Rated 4+' },
})

export type Narrow = (changes: { [Name in keyof Filters]?: Filters[Name] | undefined }) => void

type Props = {
  of: 'item' | 'store'
  /** Whether words were typed: only then is there a best match. */
  isSearch: boolean
  filters: Filters
  /** undefined takes a filter away. */
  onChange: Narrow
}

/** Order and filters in one row that scrolls; what is on looks pressed. */
export function FilterBar({ of, isSearch, filters, onChange }: Props) {
  const { formatMessage: t } = useIntl()
  const shop = useShop()
  const { point } = useScope()
  const sorts = (of === 'item' ? itemSorts : storeSorts).filter(
    (sort) => (sort !== 'relevance' || isSearch) && (sort !== 'distance' || point !== undefined),
  )
  const kind = useModuleType() ?? 'food'
  const hasVeg = shop.toggle_veg_non_veg === 1 && kind === 'food'
  const isFood = kind === 'food' || kind === 'grocery'
  const switches = [
    ...(['open_now', 'free_delivery', 'discounted'] as const),
    ...(of === 'item' && isFood ? (['halal', 'organic'] as const) : []),
  ]

  return (
    <FilterRow>
      <SortSelect
        sorts={sorts}
        nameOf={(sort) => t(text[sort])}
        value={filters.sort}
        onChange={(sort) => onChange({ sort })}
      />
      {switches.map((name) => (
        <FilterSwitch key={name} on={filters[name] === true} onSwitch={(on) => onChange({ [name]: on || undefined })}>
          <FormattedMessage {...text[name]} />
        </FilterSwitch>
      ))}
      <FilterSwitch
        on={filters.max_delivery_time === quick}
        onSwitch={(on) => onChange({ max_delivery_time: on ? quick : undefined })}
      >
        <FormattedMessage {...text.quick} values={{ minutes: quick }} />
      </FilterSwitch>
      <FilterSwitch on={filters.min_rating === 4} onSwitch={(on) => onChange({ min_rating: on ? 4 : undefined })}>
        <FormattedMessage {...text.rated} />
      </FilterSwitch>
      {hasVeg &&
        (['veg', 'non_veg'] as const).map((diet) => (
          <FilterSwitch
            key={diet}
            on={filters.veg === diet}
            onSwitch={(on) => onChange({ veg: on ? diet : undefined })}
          >
            <FormattedMessage {...(diet === 'veg' ? text.veg : text.nonVeg)} />
          </FilterSwitch>
        ))}
      {of === 'item' && (
        <PriceFilter key={`${filters.min_price}-${filters.max_price}`} filters={filters} onChange={onChange} />
      )}
      {isNarrowed(filters) && <ClearFilters onClear={() => onChange(noFilters)} />}
    </FilterRow>
  )
}

/** Whether anything but the order is chosen. */
export const isNarrowed = ({ sort: _sort, ...filters }: Filters) =>
  Object.values(filters).some((value) => value !== undefined)

/** Takes every filter away, and leaves the order. */
export const noFilters: Parameters<Narrow>[0] = {
  veg: undefined,
  min_price: undefined,
  max_price: undefined,
  min_rating: undefined,
  halal: undefined,
  organic: undefined,
  discounted: undefined,
  open_now: undefined,
  free_delivery: undefined,
  max_delivery_time: undefined,
}
