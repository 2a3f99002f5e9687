import type { Page } from '@playwright/test'

/** The forms to sign in, sign up and sign out, in the dialog or on the page. */
export class SignInForms {
  readonly page: Page
  /** The dialog if one is open, else the page. */
  readonly root
  readonly identifier
  readonly password
  readonly phone
  readonly code
  readonly name

  constructor(page: Page) {
    this.page = page
    this.root = page.getByRole('dialog').or(page.getByRole('main')).last()
    this.identifier = this.root.getByLabel('Email or phone number')
    this.password = this.root.getByLabel('Password', { exact: true })
    this.phone = this.root.getByLabel(/^Phone/)
    this.code = this.root.getByLabel('Six-digit code')
    this.name = this.root.getByLabel(/^Name/)
  }

  button = (name: string | RegExp) => this.root.getByRole('button', { name, exact: true })

  /** Opens the dialog from the header, on phones from the page 'Account', which stays open behind it. */
  async open() {
    const atThumb = this.page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Account' })
    const inHeader = this.page.getByRole('banner').getByRole('button', { name: 'Sign In' })
    await atThumb.or(inHeader).filter({ visible: true }).waitFor()
    if (await atThumb.isVisible()) {
      await atThumb.click()
      await this.page.waitForURL('**/account')
      await this.page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    } else await inHeader.click()
    await this.page.getByRole('dialog', { name: 'Sign In' }).waitFor()
  }

  async signIn(identifier: string, password: string) {
    await this.identifier.fill(identifier)
    await this.password.fill(password)
    await this.button('Sign In').click()
  }

  /** Requests a code to a phone and waits for its field. */
  async askForCode(phone: string) {
    await this.button('Sign in with a code by phone').click()
    await this.phone.fill(phone)
    await this.button('Send me a code').click()
    await this.code.waitFor()
  }

  /** The code that the demo shows (D8). */
  async demoCode() {
    const text = await this.root.getByText(/^For demo purpose use otp/).innerText()
    return text.replace(/\D/g, '')
  }

  verify = (code: string) => this.code.fill(code)

  async signUp(who: { name: string; email: string; phone: string; password: string }) {
    await this.name.fill(who.name)
    await this.root.getByLabel('Email').fill(who.email)
    await this.phone.fill(who.phone)
    await this.password.fill(who.password)
    await this.root.getByLabel('Confirm password').fill(who.password)
    await this.root.getByRole('checkbox').check()
    await this.button('Sign Up').click()
  }

  /** Signs out through the account's menu, or through the drawer where the header is compact. */
  async signOut() {
    const inHeader = this.page.getByRole('banner').getByRole('button', { name: /^Account of/ })
    const menu = this.page.getByRole('banner').getByRole('button', { name: 'Menu' })
    await inHeader.or(menu).filter({ visible: true }).click()
    const logout = this.page.getByRole('menuitem', { name: 'Logout' })
    await logout.or(this.page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Logout' })).click()
    const question = this.page.getByRole('dialog', { name: 'Are you sure you want to logout?' })
    await question.getByRole('button', { name: 'Logout' }).click()
  }
}
