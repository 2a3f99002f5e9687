import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEventReader, pace, watch, type ServerEvent } from './event-stream'

const text = ': ping\n\nevent: tracking\ndata: {"a":1}\n\ndata: one\r\ndata:  two\r\n\r\nevent: tracking\ndata: ü→\r\r'
const events: ServerEvent[] = [
  { event: 'tracking', data: '{"a":1}' },
  { event: 'message', data: 'one\n two' },
  { event: 'tracking', data: 'ü→' },
]

test('TRAP_O6 events are read whole, wherever the stream is cut', () => {
  for (let cut = 0; cut <= text.length; cut++) {
    const read = createEventReader()
    // A lone \r is known to be a line end only once something follows it.
    expect([...read(text.slice(0, cut)), ...read(text.slice(cut)), ...read('\n')]).toEqual(events)
  }
})

test('TRAP_O6 events are read whole from pieces of any size', () => {
  for (let size = 1; size <= text.length; size++) {
    const read = createEventReader()
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size))
    expect([...pieces, '\n'].flatMap(read)).toEqual(events)
  }
})

const stream = (...chunks: string[]) => {
  const bytes = new TextEncoder()
  return new Response(
    new ReadableStream<Uint8Array>({
      start: (line) => {
        chunks.forEach((chunk) => line.enqueue(bytes.encode(chunk)))
        line.close()
      },
    }),
  )
}

let stop = () => {}
// In the middle of its range, a wait is as long as pace says.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0.5))
afterEach(() => stop())

/** Watches with answers in turn, of which the last stays. */
function watching(...answers: (() => Response | Error)[]) {
  vi.useFakeTimers()
  const seen = { opened: 0, events: [] as string[], live: [] as boolean[], refused: 0 }
  const open = () => {
    const answer = answers[Math.min(seen.opened++, answers.length - 1)]?.()
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }
  stop = watch(open, {
    onEvent: ({ data }) => seen.events.push(data),
    onLive: (live) => seen.live.push(live),
    onRefused: () => seen.refused++,
  })
  return seen
}

const lost = () => new Error('no network')

test('TRAP_O6 a lost line is tried again, ever more slowly', async () => {
  const seen = watching(lost)
  await vi.advanceTimersByTimeAsync(0)
  expect(seen).toMatchObject({ opened: 1, live: [false], refused: 0 })
  await vi.advanceTimersByTimeAsync(pace.firstWait)
  expect(seen.opened).toBe(2)
  await vi.advanceTimersByTimeAsync(2 * pace.firstWait - 1)
  expect(seen.opened).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(seen.opened).toBe(3)
})

test('TRAP_O6 browsers that lose their lines together do not come back together', async () => {
  for (const [random, wait] of [
    [0, pace.firstWait / 2],
    [0.999, pace.firstWait * 1.499],
  ] as const) {
    vi.mocked(Math.random).mockReturnValue(random)
    const seen = watching(lost)
    await vi.advanceTimersByTimeAsync(wait - 1)
    expect(seen.opened).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(seen.opened).toBe(2)
    stop()
  }
})

test('TRAP_O6 what happened while the line was away is there when it comes back', async () => {
  const seen = watching(lost, () => stream('data: delivered\n\n'))
  await vi.advanceTimersByTimeAsync(pace.firstWait)
  expect(seen.events).toEqual(['delivered'])
  expect(seen.live.slice(0, 2)).toEqual([false, true])
})

test('TRAP_O6 back on the network nobody waits', async () => {
  const seen = watching(lost)
  await vi.advanceTimersByTimeAsync(0)
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(seen.opened).toBe(2)
})

test('TRAP_O6 a line is given up when the network is lost, and tried again though the browser says nothing more', async () => {
  vi.useFakeTimers()
  const opened = vi.fn()
  const open = (signal: AbortSignal) => {
    opened()
    const cut = (line: ReadableStreamController<Uint8Array>) =>
      signal.addEventListener('abort', () => line.error(signal.reason))
    return Promise.resolve(new Response(new ReadableStream({ start: cut })))
  }
  stop = watch(open, { onEvent: () => {}, onLive: () => {} })
  await vi.advanceTimersByTimeAsync(pace.firstWait)
  dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(pace.firstWait - 1)
  expect(opened).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(opened).toHaveBeenCalledTimes(2)
})

test('TRAP_P1 who may not watch is told once, and asks no more', async () => {
  const seen = watching(() => new Response(null, { status: 404 }))
  await vi.advanceTimersByTimeAsync(10 * pace.maxWait)
  expect(seen).toMatchObject({ opened: 1, refused: 1 })
})

test('TRAP_O6 a busy server is no refusal', async () => {
  const seen = watching(() => new Response(null, { status: 429 }))
  await vi.advanceTimersByTimeAsync(pace.firstWait)
  expect(seen).toMatchObject({ opened: 2, refused: 0 })
})

test('TRAP_O6 a line that has gone silent is dead', async () => {
  const silent = () => new Response(new ReadableStream())
  const aborted = vi.fn()
  vi.useFakeTimers()
  stop = watch(
    (signal) => {
      signal.addEventListener('abort', aborted)
      return Promise.resolve(silent())
    },
    { onEvent: () => {}, onLive: () => {} },
  )
  await vi.advanceTimersByTimeAsync(pace.silence - 1)
  expect(aborted).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(aborted).toHaveBeenCalledTimes(1)
})

test('TRAP_O6 after leaving nothing is asked', async () => {
  const seen = watching(lost)
  await vi.advanceTimersByTimeAsync(0)
  stop()
  await vi.advanceTimersByTimeAsync(10 * pace.maxWait)
  expect(seen.opened).toBe(1)
})
