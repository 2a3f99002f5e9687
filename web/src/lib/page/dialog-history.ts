import type { RouterHistory } from '@tanstack/react-router'

/** The open dialogs, by the id in their history entries. */
export const openDialogs = new Set<string>()

/**
 * A page that is opened from a dialog replaces the dialog's history entry. So one step
 * back leads to the page below, and not to the entry of a closed dialog.
 */
export function replaceDialogEntries(history: RouterHistory) {
  const push = history.push
  history.push = (href, state, options) => {
    const isLeaving = history.location.state.dialog && !(state as { dialog?: string } | undefined)?.dialog
    ;(isLeaving ? history.replace : push)(href, state, options)
  }
}
