import type { RouterHistory } from '@tanstack/react-router'

/** The dialogs that are open now, by the id that their entries of the history carry. */
export const openDialogs = new Set<string>()

/**
 * Lets a page that is opened from a dialog take the place of the dialog's entry:
 * one step back from there is the page below, not an entry of a dialog that is gone.
 */
export function replaceDialogEntries(history: RouterHistory) {
  const push = history.push
  history.push = (href, state, options) => {
    const isLeaving = history.location.state.dialog && !(state as { dialog?: string } | undefined)?.dialog
    ;(isLeaving ? history.replace : push)(href, state, options)
  }
}
