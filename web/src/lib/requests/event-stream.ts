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
  /** Told when the stream runs, and when it is away and being tried again. */
  onLive: (live: boolean) => void
  /** The server will not let us watch; nothing is tried any more. */
  onRefused?: () => void
}

/** How long the line waits, ms. */
export const pace = {
  firstWait: 1_000,
  longestWait: 15_000,
  /** The server says something every 20 s: after this long the line is dead. */
  silence: 45_000,
}

/**
 * Reads events until it is stopped, and begins again, ever more slowly, when
 * the line is lost; at once when the device comes back to the network or the
 * page into sight. open makes one connection. Returns an unsubscribe function.
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
      // A line that held for a while was a good one: the next may be, too.
      if (Date.now() - began > pace.longestWait) wait = pace.firstWait
      await pauseOrWake(wait, stopped.signal)
      wait = Math.min(wait * 2, pace.longestWait)
    }
  }
  void run()
  return () => stopped.abort()
}

/** One connection, from its opening to its end. */
async function once(open: Parameters<typeof watch>[0], { onEvent, onLive }: Handlers, stopped: AbortSignal) {
  const line = new AbortController()
  const hangUp = () => line.abort()
  stopped.addEventListener('abort', hangUp)
  // A browser may be wrong about that, so the next try does not wait for the network.
  addEventListener('offline', hangUp)
  let timer = setTimeout(hangUp, pace.silence)
  try {
    const answer = await open(line.signal)
    if (answer && isRefused(answer.status)) return 'refused'
    if (!answer?.ok || !answer.body) return 'lost'
    const read = createEventReader()
    const text = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await text.read()
      if (done) return 'lost'
      clearTimeout(timer)
      timer = setTimeout(hangUp, pace.silence)
      onLive(true)
      read(value).forEach(onEvent)
    }
  } catch {
    return 'lost'
  } finally {
    clearTimeout(timer)
    hangUp()
    stopped.removeEventListener('abort', hangUp)
    removeEventListener('offline', hangUp)
  }
}

/** Asking too often passes; everything else that is our fault does not. */
const isRefused = (status: number) => status >= 400 && status < 500 && status !== 429

/** Waits, but not longer than until there is a reason to hope. */
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
