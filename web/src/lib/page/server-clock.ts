let offset = 0

/** The server's time, in Unix milliseconds: offers begin and end by it, and not by a device that may be wrong. */
export const serverNow = () => Date.now() + offset

/** Sets the server's time from a response that carries it; receivedAt is when that came, by our clock. */
export function setServerClock(now: string, receivedAt: number) {
  const at = Date.parse(now)
  if (Number.isFinite(at)) offset = at - receivedAt
}

/** How old a response of the server may be, in ms, with some time to spare. */
export const maxAge = 2200

/** The longest that a timer of a browser can wait, in ms. */
export const maxTimer = 2 ** 31 - 1
