/** Returns a signal that ends a call after 20 s. Then it can be tried again. */
const callTimeout = () => AbortSignal.timeout(20_000)

/** Returns a signal that ends an upload after 2 minutes, because slow phones send a photo for long. */
export const uploadTimeout = () => AbortSignal.timeout(120_000)

/** Returns whether a call sends or reads an image, or reads a stream: it may take longer than others. */
const isLong = (call: Request, { parseAs }: { parseAs?: string }) =>
  parseAs !== 'auto' || call.headers.get('Content-Type')?.startsWith('multipart/')

/** Returns the call with a time limit besides its own signal. Browsers that cannot join two signals set no limit. */
export const withTimeLimit = (call: Request, options: { parseAs?: string }) =>
  isLong(call, options) || !('any' in AbortSignal)
    ? call
    : new Request(call, { signal: AbortSignal.any([call.signal, callTimeout()]) })
