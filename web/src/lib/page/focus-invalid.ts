const invalid = '[aria-invalid="true"]'

/**
 * A form that was refused leads to its first field that is wrong: by the page's own
 * check at once, by the server's when its answer comes. Who goes on typing or tapping
 * in the meantime is left where they are.
 */
export function focusFirstInvalid() {
  let submitted: Element | null = null
  const lead = () => {
    const field = submitted?.querySelector<HTMLElement>(invalid)
    if (!field) return
    submitted = null
    field.focus()
  }
  const leave = () => (submitted = null)
  const submit = ({ target }: SubmitEvent) => {
    submitted = target as Element
    setTimeout(lead) // complaints that stood already
  }
  const observer = new MutationObserver(lead)
  observer.observe(document.body, { subtree: true, attributeFilter: ['aria-invalid'] })
  addEventListener('submit', submit)
  addEventListener('input', leave)
  addEventListener('pointerdown', leave)
  return () => {
    observer.disconnect()
    removeEventListener('submit', submit)
    removeEventListener('input', leave)
    removeEventListener('pointerdown', leave)
  }
}
