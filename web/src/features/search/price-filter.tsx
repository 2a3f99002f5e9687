import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { PriceRange } from '@/components/form/price-range'
import { defineMessages } from '@/lib/text/messages'
import type { Narrow } from './filter-bar'
import type { Filters } from './results-query'
import c from '@/components/layout/filter-row.module.css'

const text = defineMessages({
  price: { id: 'search.price', defaultMessage: 'Price' },
})

type Props = { filters: Filters; onChange: Narrow }

/** A switch that shows the form of the lowest and the highest price. */
export default function PriceFilter({ filters, onChange }: Props) {
  const panelId = useId()
  const isOn = filters.min_price !== undefined || filters.max_price !== undefined
  const [isOpen, setOpen] = useState(isOn)
  return (
    <>
      <button
        type="button"
        className={c.switch}
        aria-pressed={isOn}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(!isOpen)}
      >
        <FormattedMessage {...text.price} />
        <IconChevronDown size={18} aria-hidden />
      </button>
      <div id={panelId} hidden={!isOpen}>
        <PriceRange min={filters.min_price} max={filters.max_price} onChange={onChange} />
      </div>
    </>
  )
}
