import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'

/**
 * Answers what a test says it answers, and refuses everything else; a shopper has
 * no other carts unless it says so. It proves nothing about the real server.
 */
export const server = setupServer(http.get('*/carts', () => HttpResponse.json({ carts: [] })))
