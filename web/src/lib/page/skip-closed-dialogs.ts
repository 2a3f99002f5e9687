import type { RouterHistory } from '@tanstack/react-router'
import { openDialogs } from './dialog-history'

/**
 * Where dialogs lay one over the other, going back skips the entries of those that
 * are gone. Only after the first page is there: before that, a router whose history
 * has a listener leaves it to that listener to load where a redirect leads.
 */
export const skipClosedDialogs = (history: RouterHistory) =>
  history.subscribe(({ location, action }) => {
    const { dialog } = location.state
    if (action.type === 'BACK' && dialog && !openDialogs.has(dialog)) history.back()
  })
