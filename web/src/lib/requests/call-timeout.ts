/**
 * Returns the call with a time limit besides its own signal: 20 s, or 2 minutes for an upload, because
 * slow phones send a photo for long. Afterwards it can be tried again. Calls that read an image or a
 * stream have no limit, nor have browsers that cannot join two signals.
 */
export function withTimeLimit(call: Request, { parseAs }: { parseAs?: string }) {
  if (parseAs !== 'auto' || !('any' in AbortSignal)) return call
  const isUpload = call.headers.get('Content-Type')?.startsWith('multipart/')
  const limit = AbortSignal.timeout(isUpload ? 120_000 : 20_000)
  return new Request(call, { signal: AbortSignal.any([call.signal, limit]) })
}
