import { useDirection } from '@mantine/core'
import { useId, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import c from './tabs.module.css'

export type Tab<Key extends string> = {
  key: Key
  name: ReactNode
  /** The number of entries; undefined until it is known. */
  count?: number
}

type Props<Key extends string> = {
  /** The accessible name of the tabs. */
  label: string
  tabs: readonly Tab<Key>[]
  current: Key
  onChange: (key: Key) => void
  /** The content of the current tab. */
  children: ReactNode
  /** A ref of the panel, to move the focus there. */
  panel?: Ref<HTMLDivElement>
}

/** Tabs. Arrow keys move from tab to tab. */
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
