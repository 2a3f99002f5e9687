import { useId, useState, type KeyboardEvent } from 'react'

/**
 * The state and the ARIA attributes of a field with suggestions. Arrows choose, Escape
 * closes. With stopsAtText the arrows also stop at the typed text, between the last
 * suggestion and the first.
 */
export function useSuggestionList({ stopsAtText = false } = {}) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)

  const open = () => setOpen(true)
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const onKeyDown = (event: KeyboardEvent, isShown: boolean, count: number) => {
    if (event.key === 'Escape' && isShown) {
      event.preventDefault() // otherwise a search field is cleared
      event.stopPropagation() // close the list, not the dialog around it
      close()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || count === 0) return
    event.preventDefault()
    open()
    const first = stopsAtText ? -1 : 0
    const stops = count - first
    const from = active < first && step < 0 ? first : active
    setActive(((from - first + step + stops) % stops) + first)
  }
  return {
    isOpen,
    active,
    open,
    close,
    /** Opens the list after typing, without a choice. */
    reopen: () => {
      open()
      setActive(-1)
    },
    listId: id,
    /** The attributes of the field, from whether the list is shown and its number of suggestions. */
    fieldProps: (isShown: boolean, count: number) =>
      ({
        role: 'combobox',
        autoComplete: 'off',
        'aria-autocomplete': 'list',
        'aria-expanded': isShown,
        'aria-controls': id,
        'aria-activedescendant': isShown && active >= 0 ? `${id}-${active}` : undefined,
        onFocus: open,
        onKeyDown: (event: KeyboardEvent) => onKeyDown(event, isShown, count),
      }) as const,
    optionId: (index: number) => `${id}-${index}`,
  }
}
