import { codeIn, Inbox } from './inbox.ts'
import { serve } from './serve.ts'

export type Gateway = {
  url: string
  /** What starts a town that sends its SMS through here. */
  env: Record<'HAWKER_SMS_URL' | 'HAWKER_SMS_BODY' | 'HAWKER_SMS_HEADER', string>
  /** The text of the next SMS to a phone; waits for it. */
  sms: (phone: string) => Promise<string>
  /** The six digits of the next SMS to a phone. */
  code: (phone: string) => Promise<string>
  /** How many SMS to a phone nobody has read. */
  left: (phone: string) => number
  stop: () => Promise<void>
}

/** An SMS gateway: it takes JSON from whoever has its key. */
export async function startSMS(): Promise<Gateway> {
  const inbox = new Inbox<string>()
  const { url, stop } = await serve(({ path, headers, body, json }) => {
    if (path !== '/messages' || headers.authorization !== 'Bearer sms-key') return json({ error: 'no' }, 403)
    const { to, text } = JSON.parse(body) as { to: string; text: string }
    inbox.put(to, text)
    return json({ id: 1 }, 201)
  })
  return {
    url,
    env: {
      HAWKER_SMS_URL: `${url}/messages`,
      HAWKER_SMS_BODY: '{"to":"{phone}","text":"{text}"}',
      HAWKER_SMS_HEADER: 'Authorization: Bearer sms-key',
    },
    sms: (phone) => inbox.take(phone),
    code: async (phone) => codeIn(await inbox.take(phone)),
    left: (phone) => inbox.left(phone),
    stop,
  }
}
