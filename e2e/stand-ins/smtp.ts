import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { codeIn, Inbox } from './inbox.ts'

/** A mail as it arrived. */
type Mail = { from: string; to: string; subject: string; text: string; raw: string }

export type MailServer = {
  url: string
  /** What starts a town that sends its mail here. */
  env: { HAWKER_SMTP_URL: string }
  /** The next mail for an address; waits for it. */
  mail: (to: string) => Promise<Mail>
  /** The six digits of the next mail for an address. */
  code: (to: string) => Promise<string>
  /** How many mails for an address nobody has read. */
  left: (to: string) => number
  stop: () => Promise<void>
}

/** A real SMTP server on a free port: it wants the password, and takes every mail. */
export async function startSMTP(): Promise<MailServer> {
  const inbox = new Inbox<Mail>()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'], // on this machine alone
    allowInsecureAuth: true,
    authMethods: ['PLAIN'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'hawker' && password === 'mail-pass'
        ? done(null, { user: username })
        : done(new Error('wrong password')),
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString()
        for (const { address } of envelope.rcptTo) inbox.put(address, read(raw, address))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const url = `smtp://hawker:mail-pass@127.0.0.1:${port}?from=Hawker <shop@example.com>`
  return {
    url,
    env: { HAWKER_SMTP_URL: url },
    mail: (to) => inbox.take(to),
    code: async (to) => codeIn((await inbox.take(to)).text),
    left: (to) => inbox.left(to),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Reads what the town writes: one part of plain text, quoted-printable, headers in encoded words. */
function read(raw: string, to: string): Mail {
  const [head = '', ...body] = raw.split('\r\n\r\n')
  const headers = head.replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => words(new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? '')
  return { from: header('From'), to, subject: header('Subject'), text: unquoted(body.join('\r\n\r\n')), raw }
}

/** =?UTF-8?q?…?= as text. */
const words = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?q\?(.*?)\?=/gi, (_, word: string) => unquoted(word.replaceAll('_', ' ')))

const unquoted = (text: string) => {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n').trimEnd()
}
