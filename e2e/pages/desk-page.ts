import type { Browser, Page } from '@playwright/test'
import { phone } from '../browser.ts'
import type { Login } from '../staff.ts'
import type { TownAPI } from '../town-api.ts'

/** Where a store or a rider works on orders, and a provider on trips. */
export class DeskPage {
  readonly page: Page
  readonly main
  readonly lost
  readonly soundOff

  constructor(page: Page) {
    this.page = page
    this.main = page.getByRole('main')
    this.lost = this.main.getByText('Connection lost.')
    this.soundOff = page.getByRole('button', { name: 'Turn the sound on' })
  }

  /** A desk on a device of its own. */
  static async open(browser: Browser, { url }: TownAPI, viewport = phone): Promise<DeskPage> {
    const context = await browser.newContext({ viewport, baseURL: url, serviceWorkers: 'block' })
    return new DeskPage(await context.newPage())
  }

  async signIn({ email, password }: Login) {
    await this.page.goto('/desk')
    await this.fillSignIn({ email, password })
  }

  async fillSignIn({ email, password }: Login) {
    await this.main.getByLabel('Email').fill(email)
    await this.main.getByLabel('Password', { exact: true }).fill(password)
    await this.main.getByRole('button', { name: 'Sign in' }).click()
  }

  order = (id: number) => this.main.getByRole('article', { name: `Order ${id}`, exact: true })

  step = (id: number, name: string) => this.order(id).getByRole('button', { name, exact: true })

  trip = (id: number) => this.main.getByRole('article', { name: `Trip ${id}`, exact: true })

  tripStep = (id: number, name: string) => this.trip(id).getByRole('button', { name, exact: true })

  problem = (name: string) => this.main.getByRole('listitem').filter({ has: this.page.getByText(name, { exact: true }) })

  group = (name: string) => this.main.getByRole('region').filter({ has: this.page.getByRole('heading', { level: 2, name }) })
}
