import type { RouterHistory } from '@tanstack/react-router'
import { openDialogs, stepBack } from './dialog-history'

/**
 * Going back skips the history entries of closed dialogs. Call it only after the first
 * page is shown: before that, a router whose history has a listener does not load the
 * target of a redirect itself.
 */
export const skipClosedDialogs = (history: RouterHistory) =>
  history.subscribe(({ location, action }) => {
    const { dialog } = location.state
    if (action.type === 'BACK' && dialog && !openDialogs.has(dialog)) stepBack(history)
  })
