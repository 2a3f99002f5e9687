import { IconLayoutGrid, IconLayoutList } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { defineMessages } from '@/lib/text/messages'
import c from './layout-choice.module.css'

const text = defineMessages({
  label: { id: 'vehicles.layout', defaultMessage: 'Layout' },
  grid: { id: 'vehicles.layout_grid', defaultMessage: 'Grid' },
  rows: { id: 'vehicles.layout_rows', defaultMessage: 'Rows' },
})

/** Cards in a grid, or one below the other. */
export function LayoutChoice({
  layout,
  onChange,
}: {
  layout: 'rows' | undefined
  onChange: (layout: 'rows' | undefined) => void
}) {
  const { formatMessage: t } = useIntl()
  return (
    <div className={c.choice} role="group" aria-label={t(text.label)}>
      <button
        type="button"
        className={c.button}
        aria-label={t(text.grid)}
        aria-pressed={!layout}
        onClick={() => onChange(undefined)}
      >
        <IconLayoutGrid size={20} />
      </button>
      <button
        type="button"
        className={c.button}
        aria-label={t(text.rows)}
        aria-pressed={!!layout}
        onClick={() => onChange('rows')}
      >
        <IconLayoutList size={20} className="mirrored" />
      </button>
    </div>
  )
}
