import { useDirection } from '@mantine/core'
import { useId, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import c from './tabs.module.css'

export type Tab<Key extends string> = {
  key: Key
  name: ReactNode
  /** How many there are; undefined until it is known. */
  count?: number
}

type Props<Key extends string> = {
  /** Names the tabs. */
  label: string
  tabs: readonly Tab<Key>[]
  current: Key
  onChange: (key: Key) => void
  /** What belongs to the current tab. */
  children: ReactNode
  /** The panel, for whoever moves the focus there. */
  panel?: Ref<HTMLDivElement>
}

/** Two or more views of one thing in the same place; arrow keys go from tab to tab. */
export function Tabs<Key extends string>({ label, tabs, current, onChange, children, panel }: Props<Key>) {
  const id = useId()
  const { dir } = useDirection()

  const step = (event: KeyboardEvent) => {
    const forward = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const back = dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
    const by = event.key === forward ? 1 : event.key === back ? -1 : 0
    const at = tabs.findIndex(({ key }) => key === current)
    const next = tabs.at((at + by) % tabs.length)
    if (by === 0 || !next) return
    event.preventDefault()
    onChange(next.key)
    document.getElementById(`${id}${next.key}`)?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label={label} className={c.tabs}>
        {tabs.map(({ key, name, count }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}${key}`}
            className={c.tab}
            aria-selected={key === current}
            aria-controls={`${id}panel`}
            tabIndex={key === current ? 0 : -1}
            onClick={() => onChange(key)}
            onKeyDown={step}
          >
            <bdi>{name}</bdi> {count !== undefined && <span className={c.count}>{count}</span>}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={`${id}${current}`}
        className={c.panel}
        ref={panel}
        tabIndex={-1}
      >
        {children}
      </div>
    </>
  )
}
