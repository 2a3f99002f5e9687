import { IconChevronDown, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import c from './filter-row.module.css'

const text = defineMessages({
  label: { id: 'search.filters', defaultMessage: 'Sort and filter' },
  sort: { id: 'search.sort', defaultMessage: 'Sort by' },
  clear: { id: 'search.clear', defaultMessage: 'Clear filters' },
})

/** The order and the filters of a list, in one row that scrolls on phones. */
export function FilterRow({ children }: { children: ReactNode }) {
  const { formatMessage: t } = useIntl()
  return (
    <div className={c.bar} role="group" aria-label={t(text.label)}>
      {children}
    </div>
  )
}

type SortProps<Sort extends string> = {
  /** The first is the order without a choice. */
  sorts: readonly Sort[]
  nameOf: (sort: Sort) => string
  value: Sort | undefined
  onChange: (sort: Sort | undefined) => void
}

export function SortSelect<Sort extends string>({ sorts, nameOf, value, onChange }: SortProps<Sort>) {
  return (
    <label className={c.sort}>
      <span className="sr">
        <FormattedMessage {...text.sort} />
      </span>
      <select
        value={value ?? sorts[0]}
        onChange={({ target }) => onChange(target.selectedIndex === 0 ? undefined : sorts[target.selectedIndex])}
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {nameOf(sort)}
          </option>
        ))}
      </select>
      <IconChevronDown size={18} aria-hidden />
    </label>
  )
}

/** A filter that is on or off. What is on looks pressed. */
export function FilterSwitch({
  on,
  onSwitch,
  children,
}: {
  on: boolean
  onSwitch: (on: boolean) => void
  children: ReactNode
}) {
  return (
    <button type="button" className={c.switch} aria-pressed={on} onClick={() => onSwitch(!on)}>
      {children}
    </button>
  )
}

/** A button of the row that opens something. */
export function FilterButton({ on, onClick, children }: { on: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={c.switch} data-on={on || undefined} aria-haspopup="dialog" onClick={onClick}>
      {children}
    </button>
  )
}

export function ClearFilters({ onClear }: { onClear: () => void }) {
  return (
    <button type="button" className={c.clear} onClick={onClear}>
      <IconX size={16} aria-hidden />
      <FormattedMessage {...text.clear} />
    </button>
  )
}
