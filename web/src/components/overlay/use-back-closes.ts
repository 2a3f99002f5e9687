import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId } from 'react'
import { afterStepBack, openDialogs, stepBack } from '@/lib/page/dialog-history'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The dialog of this history entry. */
    dialog?: string
  }
}

/** Dialogs that have just closed, but whose entries are still current. */
const leaving = new Set<string>()

/**
 * Makes the browser's back button close a dialog, as people expect on phones. Opening adds
 * a history entry, and leaving the entry closes the dialog. Closing it any other way goes
 * back, unless another dialog opens at that moment and takes over the entry. One that opens
 * while the browser goes back waits for that: the step would close it.
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
    let left = false
    let ended = false
    let stop = () => {}
    const enter = () => {
      if (ended) return
      if (!isOurs()) {
        const { href, state } = history.location
        const take = leaving.has(state.dialog ?? '') ? history.replace : history.push
        take(href, { ...state, dialog: id })
      }
      stop = history.subscribe(({ action }) => {
        if (isOurs()) return
        left = true
        // Another page is not a step back: the component that opened the dialog decides.
        if (action.type !== 'BACK' && action.type !== 'GO') return
        close()
        setTimeout(reenter)
      })
    }
    // A busy dialog stays open. Without an entry, the next step back would leave the page.
    const reenter = () => {
      if (ended) return
      stop()
      left = false
      enter()
    }
    void afterStepBack(enter)
    return () => {
      ended = true
      stop()
      openDialogs.delete(id)
      leaving.add(id)
      setTimeout(() => {
        if (leaving.delete(id) && !left && isOurs()) stepBack(history)
      })
    }
  }, [opened, history, id])
}
