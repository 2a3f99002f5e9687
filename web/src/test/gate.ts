/**
 * Returns a function and a promise that is fulfilled once it is called. So a test says when a
 * response comes.
 */
export function gate(): [open: () => void, opened: Promise<void>] {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return [() => open(), opened]
}
