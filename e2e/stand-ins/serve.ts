import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What was asked, and how to answer. */
export type Call = {
  method: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
  body: string
  headers: IncomingMessage['headers']
  /** The server's own address. */
  home: string
  json: (document: unknown, status?: number) => void
  page: (title: string, content: string, status?: number) => void
  redirect: (to: string) => void
}

/** Serves on a free port of this machine, until it is stopped or this process ends. */
export async function serve(answer: (call: Call) => void): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => answer(call(url, request, response, Buffer.concat(parts).toString())))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function call(home: string, request: IncomingMessage, response: ServerResponse, body: string): Call {
  const { pathname, searchParams } = new URL(request.url ?? '/', home)
  const send = (status: number, headers: Record<string, string>, content = '') =>
    void response.writeHead(status, { 'Cache-Control': 'no-store', ...headers }).end(content)
  return {
    method: request.method ?? 'GET',
    path: pathname,
    query: searchParams,
    form: new URLSearchParams(body),
    body,
    headers: request.headers,
    home,
    json: (document, status = 200) => send(status, { 'Content-Type': 'application/json' }, JSON.stringify(document)),
    page: (title, content, status = 200) =>
      send(status, { 'Content-Type': 'text/html; charset=utf-8' }, frame(title, content)),
    redirect: (to) => send(303, { Location: to }),
  }
}

// Without an icon the browser would ask for one, and note on the console that there is none.
const frame = (title: string, content: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<title>${html(title)}</title><main><h1>${html(title)}</h1>${content}</main></html>`

export const html = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

/** A form that posts what it is given; its buttons are the rest of it. */
export const form = (action: string, values: Iterable<[string, string]>, buttons: string) =>
  `<form method="post" action="${html(action)}">${[...values]
    .map(([name, value]) => `<input type="hidden" name="${html(name)}" value="${html(value)}">`)
    .join('')}${buttons}</form>`
