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
 * Several parts of a page that follow the same stream share one connection.
 */
export function useEventStream<State>({ url, event, token, isOn = true, onState, onRefused }: Stream<State>) {
  const [isLive, setLive] = useState(true)
  const heard = useEffectEvent(onState)
  const refused = useEffectEvent(() => onRefused?.())

  useEffect(() => {
    if (!isOn) return undefined
    return join(url, token, {
      onLive: setLive,
      onRefused: () => refused(),
      onEvent: (name, data) => {
        if (name === event) heard(JSON.parse(data) as State)
      },
    })
  }, [url, event, token, isOn])

  return isLive || !isOn
}

type Listener = {
  onLive: (live: boolean) => void
  onRefused: () => void
  onEvent: (name: string, data: string) => void
}

type Line = {
  listeners: Set<Listener>
  stop: () => void
  isLive: boolean
  isRefused: boolean
  /** The last event, for who joins later: it has the whole state. */
  last?: { event: string; data: string }
}

/** The open connections, by what they are asked for. */
const lines = new Map<string, Line>()

/** Opens a connection, or joins the one that is open. Returns an unsubscribe function. */
function join(url: string, token: string | undefined, listener: Listener) {
  const key = `${url} ${token ?? ''}`
  const line = lines.get(key) ?? open(key, url, token)
  line.listeners.add(listener)
  listener.onLive(line.isLive)
  if (line.last) listener.onEvent(line.last.event, line.last.data)
  if (line.isRefused) listener.onRefused()
  return () => {
    line.listeners.delete(listener)
    if (line.listeners.size > 0) return
    line.stop()
    lines.delete(key)
  }
}

function open(key: string, url: string, token: string | undefined): Line {
  const line: Line = { listeners: new Set(), stop: () => {}, isLive: true, isRefused: false }
  lines.set(key, line)
  const connect = async (signal: AbortSignal) => {
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
  line.stop = watch(connect, {
    onLive: (live) => {
      line.isLive = live
      line.listeners.forEach(({ onLive }) => onLive(live))
    },
    onRefused: () => {
      line.isRefused = true
      line.listeners.forEach(({ onRefused }) => onRefused())
    },
    onEvent: (last) => {
      line.last = last
      line.listeners.forEach(({ onEvent }) => onEvent(last.event, last.data))
    },
  })
  return line
}
