/** A ref that focuses an element when it appears, because the focused one is gone. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus()
