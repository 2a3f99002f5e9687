/** One server-sent event. */
export type ServerEvent = { event: string; data: string }

// A \r that ends the text may be the first half of a line end.
const lineEnd = /\r\n|\n|\r(?!$)/

/** Cuts a stream of text into events, wherever the text is cut itself. */
export function createEventReader() {
  let rest = ''
  let event = ''
  let data: string[] = []

  const take = (line: string): ServerEvent[] => {
    if (line === '') {
      const whole = data.length > 0 ? [{ event: event || 'message', data: data.join('\n') }] : []
      event = ''
      data = []
      return whole
    }
    const [name, value = ''] = split(line)
    if (name === 'event') event = value
    if (name === 'data') data.push(value)
    return []
  }
  return (chunk: string): ServerEvent[] => {
    rest += chunk
    const events: ServerEvent[] = []
    for (let end = lineEnd.exec(rest); end; end = lineEnd.exec(rest)) {
      const line = rest.slice(0, end.index)
      rest = rest.slice(end.index + end[0].length)
      events.push(...take(line))
    }
    return events
  }
}

/** "data: x" is data and x: of the spaces after the colon the first is no part of the value. */
function split(line: string) {
  const colon = line.indexOf(':')
  return colon < 0 ? [line] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
}

type Handlers = {
  onEvent: (event: ServerEvent) => void
  /** Called with true while connected, and with false while connecting again. */
  onLive: (live: boolean) => void
  /** The server refuses the stream. It is not tried again. */
  onRefused?: () => void
}

/** Times of a connection, ms. */
export const pace = {
  firstWait: 1_000,
  maxWait: 15_000,
  /** The server sends something every 20 s. After this time without data the connection is lost. */
  silence: 45_000,
}

/**
 * Reads events until it is stopped. It connects again when the connection is lost: each
 * time after a longer wait, which differs between browsers, but at once when the browser is online again or the page is
 * visible. open makes one connection. Returns an unsubscribe function.
 */
export function watch(open: (signal: AbortSignal) => Promise<Response | undefined>, handlers: Handlers) {
  const stopped = new AbortController()

  const run = async () => {
    let wait = pace.firstWait
    while (!stopped.signal.aborted) {
      const began = Date.now()
      const end = await once(open, handlers, stopped.signal)
      if (stopped.signal.aborted) return
      if (end === 'refused') {
        handlers.onRefused?.()
        return
      }
      handlers.onLive(false)
      // It lasted for a while, so the next one is tried soon.
      if (Date.now() - began > pace.maxWait) wait = pace.firstWait
      await pauseOrWake(spread(wait), stopped.signal)
      wait = Math.min(wait * 2, pace.maxWait)
    }
  }
  void run()
  return () => stopped.abort()
}

/** A server that restarts loses all streams at once. Their browsers must not return at once. */
const spread = (wait: number) => wait * (0.5 + Math.random())

/** One connection, from its opening to its end. */
async function once(open: Parameters<typeof watch>[0], { onEvent, onLive }: Handlers, stopped: AbortSignal) {
  const connection = new AbortController()
  const abort = () => connection.abort()
  stopped.addEventListener('abort', abort)
  // A browser may be wrong about that, so the next try does not wait for the network.
  addEventListener('offline', abort)
  let timer = setTimeout(abort, pace.silence)
  try {
    const answer = await open(connection.signal)
    if (answer && isRefused(answer.status)) return 'refused'
    if (!answer?.ok || !answer.body) return 'lost'
    const read = createEventReader()
    const text = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await text.read()
      if (done) return 'lost'
      clearTimeout(timer)
      timer = setTimeout(abort, pace.silence)
      onLive(true)
      read(value).forEach(onEvent)
    }
  } catch {
    return 'lost'
  } finally {
    clearTimeout(timer)
    abort()
    stopped.removeEventListener('abort', abort)
    removeEventListener('offline', abort)
  }
}

/** 429 is temporary, any other 4xx stays. */
const isRefused = (status: number) => status >= 400 && status < 500 && status !== 429

/** Waits; returns early when the browser is online again or the page is visible. */
function pauseOrWake(wait: number, stopped: AbortSignal) {
  return new Promise<void>((resolve) => {
    const over = new AbortController()
    const wake = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(wake, wait)
    const seen = () => document.visibilityState === 'visible' && wake()
    addEventListener('online', wake, { signal: over.signal })
    document.addEventListener('visibilitychange', seen, { signal: over.signal })
    stopped.addEventListener('abort', wake, { signal: over.signal })
  })
}
