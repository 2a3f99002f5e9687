/** Returns a signal that ends a call after 20 s. Then it can be tried again. */
export const callTimeout = () => AbortSignal.timeout(20_000)
