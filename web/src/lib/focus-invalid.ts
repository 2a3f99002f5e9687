/** For the errors of a form: a submit that was refused leads to the first field that is wrong. */
export function focusFirstInvalid(_errors: unknown, _values: unknown, event?: { currentTarget: EventTarget | null }) {
  const form = event?.currentTarget
  // The complaints stand once the page has been drawn.
  if (form instanceof HTMLElement)
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
