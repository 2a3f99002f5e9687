import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId } from 'react'
import { openDialogs } from '@/lib/page/dialog-history'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The dialog that this entry of the history was made for. */
    dialog?: string
  }
}

/** Dialogs that have just closed and whose entries are still the current ones. */
const leaving = new Set<string>()

/**
 * Lets the browser's back button close what lies over the page, as people on
 * phones expect: opening adds an entry to the history, and leaving it closes.
 * Closing any other way takes the entry away again, unless the next dialog opens
 * at that moment: going back takes a while, and would leave that one instead.
 */
export function useBackCloses(opened: boolean, onClose: () => void) {
  const { history } = useRouter()
  const id = useId()
  const close = useEffectEvent(onClose)

  useEffect(() => {
    if (!opened) return undefined
    const isOurs = () => history.location.state.dialog === id
    leaving.delete(id)
    openDialogs.add(id)
    if (!isOurs()) {
      const { href, state } = history.location
      const take = leaving.has(state.dialog ?? '') ? history.replace : history.push
      take(href, { ...state, dialog: id })
    }
    let left = false
    const stop = history.subscribe(({ action }) => {
      if (isOurs()) return
      left = true
      // Going on to another page is not going back: whoever opened the dialog decides.
      if (action.type === 'BACK' || action.type === 'GO') close()
    })
    return () => {
      stop()
      openDialogs.delete(id)
      leaving.add(id)
      setTimeout(() => {
        if (leaving.delete(id) && !left && isOurs()) history.back()
      })
    }
  }, [opened, history, id])
}
