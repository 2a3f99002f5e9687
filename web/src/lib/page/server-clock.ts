let offset = 0

/** The server's time, in Unix milliseconds: offers begin and end by it, and not by a device that may be wrong. */
export const serverNow = () => Date.now() + offset

/** Sets the server's time from a response that carries it; receivedAt is when that came, by our clock. */
export function setServerClock(now: string, receivedAt: number) {
  const at = Date.parse(now)
  if (Number.isFinite(at)) offset = at - receivedAt
}
