import { useRef, useState } from 'react'

/** Runs calls one after the other's end: what is asked for meanwhile is ignored (L4). */
export function useRun() {
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const run = async (calls: () => Promise<unknown>, onError: (error: unknown) => void) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await calls()
    } catch (error) {
      onError(error)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { isBusy, run }
}
