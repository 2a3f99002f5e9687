/** Matches what can be focused of invalid fields; of a group of choices, that is what is in it. */
export const invalidField =
  '[aria-invalid="true"]:not(fieldset), fieldset[aria-invalid="true"] :is(input:not([hidden]), button):enabled'

/**
 * After a refused submit, the focus moves to the first invalid field: at once after the
 * page's own validation, and after the response if the server refuses. It stays if the
 * shopper types or taps meanwhile.
 */
export function focusFirstInvalid() {
  let submitted: Element | null = null
  const lead = () => {
    const field = submitted?.querySelector<HTMLElement>(invalidField)
    if (!field) return
    submitted = null
    field.focus()
  }
  const leave = () => (submitted = null)
  const submit = ({ target }: SubmitEvent) => {
    submitted = target as Element
    setTimeout(lead) // errors that were there before
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
