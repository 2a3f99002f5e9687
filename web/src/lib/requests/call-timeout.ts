/** Returns a signal that ends a call after 20 s. Then it can be tried again. */
export const callTimeout = () => AbortSignal.timeout(20_000)

/** Returns a signal that ends an upload after 2 minutes, because slow phones send a photo for long. */
export const uploadTimeout = () => AbortSignal.timeout(120_000)
