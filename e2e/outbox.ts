import { expect } from '@playwright/test'
import type { TownAPI } from './town-api.ts'

/** The links of a newsletter's mail, as paths of the shop. */
type NewsletterLinks = { confirm: string; leave: string }

/** Waits for the newsletter's mail to an address in the demo's outbox, and reads its links (HDR-08). */
export async function newsletterLinks(api: TownAPI, email: string): Promise<NewsletterLinks> {
  let mail: string | undefined
  const arrives = async () => {
    const page = await (await fetch(`${api.url}/demo/outbox`)).text()
    mail = page.split('<article>').find((each) => each.includes(`>${email}<`))
    return mail !== undefined
  }
  await expect.poll(arrives, `a mail to ${email}`).toBe(true)
  const link = (wants: keyof NewsletterLinks) => new RegExp(`/newsletter#${wants}=[\\w-]+`).exec(mail!)![0]
  return { confirm: link('confirm'), leave: link('leave') }
}
