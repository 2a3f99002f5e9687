import { useEffect, useEffectEvent, useState } from 'react'
import { client } from '@/lib/api/client.gen'
import { watch } from './event-stream'

type Stream<State> = {
  url: string
  /** The name of its events. */
  event: string
  /** The order's tracking token; undefined: the session says who listens. */
  token?: string
  /** False: nothing is opened. */
  isOn?: boolean
  /** Called with what is so now: on connect, and after every change. */
  onState: (state: State) => void
  /** The server does not let us listen. */
  onRefused?: () => void
}

/**
 * Follows a stream of events while the page is there (O6). It is read with fetch, so
 * that secrets stand in headers. Returns false while the line is lost and tried again.
 */
export function useEventStream<State>({ url, event, token, isOn = true, onState, onRefused }: Stream<State>) {
  const [isLive, setLive] = useState(true)
  const heard = useEffectEvent(onState)
  const refused = useEffectEvent(() => onRefused?.())

  useEffect(() => {
    if (!isOn) return undefined
    const open = async (signal: AbortSignal) => {
      const headers = { Accept: 'text/event-stream', 'X-Order-Token': token }
      const { response } = await client.get<unknown, unknown, false>({
        url,
        headers,
        parseAs: 'stream',
        throwOnError: false,
        signal,
      })
      return response
    }
    return watch(open, {
      onLive: setLive,
      onRefused: () => refused(),
      onEvent: ({ event: name, data }) => {
        if (name === event) heard(JSON.parse(data) as State)
      },
    })
  }, [url, event, token, isOn])

  return isLive || !isOn
}
