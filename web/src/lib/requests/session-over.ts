/** The error of what belonged to a person who has signed out, or in, since. It has no message (problems.ts). */
export const sessionOver = () => new DOMException('The session is over', 'AbortError')

export const isSessionOver = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'
