/** Why something did not load, and what loads it again. */
export type Failure = { error: unknown; onRetry: () => void }

type Query = { data: unknown; error: unknown; isError: boolean; refetch: () => unknown }

/** Returns the failure of a query, or undefined while it loads or if older data is there. */
export const failureOf = ({ data, error, isError, refetch }: Query): Failure | undefined =>
  isError && data === undefined ? { error, onRetry: () => void refetch() } : undefined
