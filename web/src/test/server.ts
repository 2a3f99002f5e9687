import { setupServer } from 'msw/node'

/** Answers what a test says it answers, and refuses everything else. It proves nothing about the real server. */
export const server = setupServer()
