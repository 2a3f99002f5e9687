/** One server-sent event. */
export type ServerEvent = { event: string; data: string }

/** Cuts a stream of text into events; what is not whole yet waits for more. */
export function createEventReader() {
  let rest = ''
  return (chunk: string): ServerEvent[] => {
    const parts = (rest + chunk).replaceAll('\r\n', '\n').split('\n\n')
    rest = parts.pop() ?? ''
    return parts.flatMap((part) => {
      let event = 'message'
      const data: string[] = []
      for (const line of part.split('\n')) {
        if (line.startsWith('event:')) event = line.slice(6).trim()
        else if (line.startsWith('data:')) data.push(line.slice(5).trimStart())
      }
      return data.length > 0 ? [{ event, data: data.join('\n') }] : []
    })
  }
}

type Handlers = {
  onEvent: (event: ServerEvent) => void
  /** The stream runs, or is away and being tried again. */
  onState?: (live: boolean) => void
}

const firstWait = 1_000 // ms
const longestWait = 15_000
const silence = 45_000 // the server says something every 20 s: longer, and the line is dead

/**
 * Reads events with fetch, so that a token may travel in a header, and tries
 * again, ever more slowly, until it is stopped. A refusal ends it: the order is
 * not ours to watch. Answers how to stop.
 */
export function watch(url: string, headers: Record<string, string>, { onEvent, onState }: Handlers) {
  const stopped = new AbortController()

  const once = async () => {
    const line = new AbortController()
    const stop = () => line.abort()
    stopped.signal.addEventListener('abort', stop)
    let timer = setTimeout(stop, silence)
    try {
      const answer = await fetch(url, { headers: { ...headers, Accept: 'text/event-stream' }, signal: line.signal })
      if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) return 'refused'
      if (!answer.ok || !answer.body) return 'lost'
      const read = createEventReader()
      const text = answer.body.pipeThrough(new TextDecoderStream()).getReader()
      for (;;) {
        const { done, value } = await text.read()
        if (done) return 'ended'
        clearTimeout(timer)
        timer = setTimeout(stop, silence)
        onState?.(true)
        read(value).forEach(onEvent)
      }
    } catch {
      return 'lost'
    } finally {
      clearTimeout(timer)
      stopped.signal.removeEventListener('abort', stop)
    }
  }

  const run = async () => {
    let wait = firstWait
    while (!stopped.signal.aborted) {
      const began = Date.now()
      const end = await once()
      if (end === 'refused' || stopped.signal.aborted) return
      onState?.(false)
      wait = Date.now() - began > longestWait ? firstWait : Math.min(wait * 2, longestWait)
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, wait)
        stopped.signal.addEventListener('abort', () => {
          clearTimeout(timer)
          resolve(undefined)
        })
      })
    }
  }
  void run()
  return () => stopped.abort()
}
