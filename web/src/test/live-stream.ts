import { act } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { server } from './server'

/** A stream of events, into which a test says what is so. Each request for it is given to onAsked. */
export function liveStream<State>(path: string, event: string, onAsked: (request: Request) => void = () => {}) {
  const lines: ReadableStreamDefaultController<Uint8Array>[] = []
  const bytes = new TextEncoder()
  let left = 0
  server.use(
    http.get(path, ({ request }) => {
      onAsked(request)
      const body = new ReadableStream<Uint8Array>({ start: (line) => void lines.push(line) })
      request.signal.addEventListener('abort', () => left++)
      return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } })
    }),
  )
  return {
    /** How often somebody began to listen. */
    opened: () => lines.length,
    /** How often somebody went away. */
    left: () => left,
    says: (state: State) =>
      act(() => lines.at(-1)?.enqueue(bytes.encode(`event: ${event}\ndata: ${JSON.stringify(state)}\n\n`))),
    hangsUp: () => act(() => lines.at(-1)?.close()),
  }
}
