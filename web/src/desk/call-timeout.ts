/** Returns a signal that ends a call of the staff after 20 s. Then the person can try again. */
export const callTimeout = () => AbortSignal.timeout(20_000)
