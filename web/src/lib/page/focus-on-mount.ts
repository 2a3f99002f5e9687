/** As a ref: gives the focus to an element as it appears, where what had it is gone. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus()
