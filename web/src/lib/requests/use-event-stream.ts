import { useEffect, useEffectEvent, useState } from 'react'
import { client } from '@/lib/api/client.gen'
import { watch } from './event-stream'

type Stream<State> = {
  url: string
  /** The name of its events. */
  event: string
  /** The order's tracking token; undefined: the session decides. */
  token?: string
  /** False: nothing is opened. */
  isOn?: boolean
  /** Called with the whole state: on connect, and after every change. */
  onState: (state: State) => void
  /** The server refuses the stream. */
  onRefused?: () => void
}

/**
 * Follows a stream of events while the page is there (O6). It is read with fetch, so
 * that secrets are sent in headers. Returns false while the connection is lost.
 * Several parts of a page that follow the same stream share one connection.
 */
export function useEventStream<State>({ url, event, token, isOn = true, onState, onRefused }: Stream<State>) {
  const [isLive, setLive] = useState(true)
  const handleState = useEffectEvent(onState)
  const refused = useEffectEvent(() => onRefused?.())

  useEffect(() => {
    if (!isOn) return undefined
    return subscribe(url, token, {
      onLive: setLive,
      onRefused: () => refused(),
      onEvent: (name, data) => {
        if (name === event) handleState(JSON.parse(data) as State)
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

type Connection = {
  listeners: Set<Listener>
  stop: () => void
  isLive: boolean
  isRefused: boolean
  /** The last event, for a later listener: it has the whole state. */
  last?: { event: string; data: string }
}

/** The open connections, by what they are asked for. */
const connections = new Map<string, Connection>()

/**
 * Opens a connection, or joins the one that is open. If that was refused, all its listeners get a
 * new one, because somebody may have signed in. Returns an unsubscribe function.
 */
function subscribe(url: string, token: string | undefined, listener: Listener) {
  const key = `${url} ${token ?? ''}`
  const known = connections.get(key)
  const connection = known && !known.isRefused ? known : open(key, url, token, known?.listeners)
  const { listeners } = connection
  listeners.add(listener)
  listener.onLive(connection.isLive)
  if (connection.last) listener.onEvent(connection.last.event, connection.last.data)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    connections.get(key)?.stop()
    connections.delete(key)
  }
}

function open(key: string, url: string, token: string | undefined, listeners = new Set<Listener>()): Connection {
  const connection: Connection = { listeners, stop: () => {}, isLive: true, isRefused: false }
  connections.set(key, connection)
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
  connection.stop = watch(connect, {
    onLive: (live) => {
      connection.isLive = live
      connection.listeners.forEach(({ onLive }) => onLive(live))
    },
    onRefused: () => {
      connection.isRefused = true
      connection.listeners.forEach(({ onRefused }) => onRefused())
    },
    onEvent: (last) => {
      connection.last = last
      connection.listeners.forEach(({ onEvent }) => onEvent(last.event, last.data))
    },
  })
  return connection
}
