import { IconChevronDown, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import { useScope } from '@/lib/scope/scope'
import { useShop } from '@/lib/scope/shop'
import PriceFilter from './price-filter'
import { itemSorts, storeSorts, type Filters } from './results-query'
import c from './filter-bar.module.css'

const text = defineMessages({
  label: { id: 'search.filters', defaultMessage: 'Sort and filter' },
  sort: { id: 'search.sort', defaultMessage: 'Sort by' },
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
  availableNow: { id: 'search.available_now', defaultMessage: 'Available now' },
  openNow: { id: 'search.open_now', defaultMessage: 'Open now' },
  freeDelivery: { id: 'search.free_delivery', defaultMessage: 'Free delivery' },
  rated: { id: 'search.rated', defaultMessage: 'Rated 4+' },
  clear: { id: 'search.clear', defaultMessage: 'Clear filters' },
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
  const { point, module } = useScope()
  const sorts = (of === 'item' ? itemSorts : storeSorts).filter(
    (sort) => (sort !== 'relevance' || isSearch) && (sort !== 'distance' || point !== undefined),
  )
  const isNarrowed = Object.entries(filters).some(([name, value]) => name !== 'sort' && value !== undefined)
  const hasVeg = shop.toggle_veg_non_veg === 1 && (module?.module_type ?? 'food') === 'food'
  const switches = of === 'item' ? (['available_now'] as const) : (['open_now', 'free_delivery'] as const)
  const names = { available_now: text.availableNow, open_now: text.openNow, free_delivery: text.freeDelivery }

  return (
    <div className={c.bar} role="group" aria-label={t(text.label)}>
      <label className={c.sort}>
        <span className="sr">
          <FormattedMessage {...text.sort} />
        </span>
        <select
          value={filters.sort ?? sorts[0]}
          onChange={({ target }) =>
            onChange({ sort: target.selectedIndex === 0 ? undefined : sorts[target.selectedIndex] })
          }
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(text[sort])}
            </option>
          ))}
        </select>
        <IconChevronDown size={18} aria-hidden />
      </label>
      {switches.map((name) => (
        <Switch key={name} on={filters[name] === true} onSwitch={(on) => onChange({ [name]: on || undefined })}>
          <FormattedMessage {...names[name]} />
        </Switch>
      ))}
      <Switch on={filters.discounted === true} onSwitch={(on) => onChange({ discounted: on || undefined })}>
        <FormattedMessage {...text.discounted} />
      </Switch>
      <Switch on={filters.min_rating === 4} onSwitch={(on) => onChange({ min_rating: on ? 4 : undefined })}>
        <FormattedMessage {...text.rated} />
      </Switch>
      {hasVeg &&
        (['veg', 'non_veg'] as const).map((kind) => (
          <Switch key={kind} on={filters.veg === kind} onSwitch={(on) => onChange({ veg: on ? kind : undefined })}>
            <FormattedMessage {...(kind === 'veg' ? text.veg : text.nonVeg)} />
          </Switch>
        ))}
      {of === 'item' && (
        <PriceFilter key={`${filters.min_price}-${filters.max_price}`} filters={filters} onChange={onChange} />
      )}
      {isNarrowed && (
        <button type="button" className={c.clear} onClick={() => onChange(nothing)}>
          <IconX size={16} aria-hidden />
          <FormattedMessage {...text.clear} />
        </button>
      )}
    </div>
  )
}

const nothing: Parameters<Narrow>[0] = {
  veg: undefined,
  min_price: undefined,
  max_price: undefined,
  min_rating: undefined,
  discounted: undefined,
  available_now: undefined,
  open_now: undefined,
  free_delivery: undefined,
}

function Switch({ on, onSwitch, children }: { on: boolean; onSwitch: (on: boolean) => void; children: ReactNode }) {
  return (
    <button type="button" className={c.switch} aria-pressed={on} onClick={() => onSwitch(!on)}>
      {children}
    </button>
  )
}
