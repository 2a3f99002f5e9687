/** In a build, replaces the generated client's reader of event streams, which nothing calls. */
export const createSseClient = () => {
  throw new Error('Use lib/requests/event-stream.')
}
