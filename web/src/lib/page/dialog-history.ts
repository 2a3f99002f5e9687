import type { RouterHistory } from '@tanstack/react-router'

/** The open dialogs, by the id in their history entries. */
export const openDialogs = new Set<string>()

/** How long to wait for the browser's event, in ms. Without one it did not go back. */
const maxStep = 1000

let step: Promise<void> | undefined

/** Goes back from the entry of a closed dialog. The browser takes a moment until it is there. */
export function stepBack(history: RouterHistory) {
  const from = history.location
  const current = new Promise<void>((resolve) => {
    const stop = history.subscribe(({ action, location }) => {
      const isOlder = location === from // the event that led to this call is still being sent
      if (isOlder || action.type === 'PUSH' || action.type === 'REPLACE') return
      stop()
      resolve()
    })
    setTimeout(() => {
      stop()
      resolve()
    }, maxStep)
  }).finally(() => {
    if (step === current) step = undefined
  })
  step = current
  history.back()
}

/**
 * Calls when no step back is under way: at once, or after it. An entry that is added in
 * the middle of a step would be left again by it.
 */
export async function afterStepBack(call: () => void) {
  while (step) await step
  call()
}

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
