import type { Locator, Page } from '@playwright/test'
import { Customer, newPerson } from './customer.ts'
import { Guest } from './guest.ts'
import { button, dialog, inDialog, main, type Screen } from './screen.ts'
import type { TownAPI } from './town-api.ts'
import type { Visit } from './storage.ts'

const code = (within: Locator) => within.locator('input[autocomplete=one-time-code]')

/** The page below a dialog of the header, where any page would do: one that is little work to draw. */
export const behind = '/track-order'

/** Signs in on /auth by phone, as far as the code. */
async function askForCode(page: Page, phone = newPerson().phone) {
  await main(page).locator('p + button').first().click()
  await main(page).locator('input[type=tel]').fill(phone)
  await main(page).locator('button[type=submit]').click()
  await code(main(page)).waitFor()
}

/** Types the code that the demo tells; its last digit sends it. */
async function typeCode(page: Page) {
  const demoCode = await main(page).locator('p > bdi.num').textContent()
  await code(main(page)).fill(demoCode ?? '')
  await code(main(page)).waitFor({ state: 'detached' })
}

/** Asks for a new password as far as the code. */
async function recover(page: Page) {
  await main(page).locator('input[type=tel]').fill(newPerson().phone)
  await main(page).locator('button[type=submit]').click()
  await code(main(page)).waitFor()
}

/** The button in the header, on phones the one in the tab bar. */
async function openSignIn(page: Page) {
  const atThumb = page.locator('nav button:has(.tabler-icon-user)')
  await ((await atThumb.isVisible()) ? atThumb : page.getByRole('banner').locator('button:visible').last()).click()
  await dialog(page).locator('form').waitFor()
}

/** The account's menu, which is a part of the drawer where the header is compact. */
async function openAccount(page: Page) {
  const inHeader = page.getByRole('banner').locator('button[aria-haspopup=menu]')
  await ((await inHeader.isVisible()) ? inHeader : page.getByRole('banner').locator('button[aria-haspopup=dialog]').first()).click()
  await page.locator('[role=menu], [role=dialog]').first().waitFor()
}

const asCustomer = async (api: TownAPI): Promise<Visit> => ({ stored: (await Customer.signUp(api)).stored() })

/** A guest with a cart, who has another store's in the account they are about to sign in to. */
async function withTwoCarts(api: TownAPI): Promise<Visit & { who: Customer }> {
  const [guest, who] = await Promise.all([Guest.create(api), Customer.signUp(api)])
  const { item, store } = await api.simple()
  const { item: other } = await api.simple((_, { id }) => id !== store.id)
  await guest.add(item, 2)
  await who.add(other, 1)
  return { stored: { ...guest.stored(), userDatafor: JSON.stringify({ email_or_phone: who.email }) }, who }
}

/** The screens to sign in, sign up and sign out. */
export const accountScreens: readonly Screen[] = [
  { name: 'auth', state: 'loaded', path: () => '/auth', action: button('Sign In') },
  { name: 'auth', state: 'sign-up', path: () => '/auth?mode=sign-up', action: (page) => main(page).getByLabel('Name') },
  { name: 'sign-in', state: 'loaded', path: () => behind, open: openSignIn, action: inDialog('Sign In') },
  {
    name: 'sign-in',
    state: 'refused',
    path: () => behind,
    open: async (page) => {
      await openSignIn(page)
      await dialog(page).locator('button[type=submit]').click()
      await dialog(page).locator('[aria-invalid=true]').first().waitFor()
    },
    action: inDialog('Sign In'),
  },
  {
    name: 'sign-up',
    state: 'loaded',
    path: () => behind,
    open: async (page) => {
      await openSignIn(page)
      await dialog(page).locator('p button').last().click()
      await dialog(page).locator('input[autocomplete=name]').waitFor()
    },
    action: (page) => dialog(page).getByLabel('Name'),
  },
  { name: 'otp', state: 'loaded', path: () => '/auth', open: (page) => askForCode(page), action: (page) => code(main(page)) },
  {
    name: 'user-info',
    state: 'loaded',
    path: () => '/auth',
    open: async (page) => {
      await askForCode(page)
      await typeCode(page)
      await main(page).locator('input[autocomplete=name]').waitFor()
    },
    action: button('Continue'),
  },
  {
    name: 'is-it-you',
    state: 'loaded',
    path: () => '/auth',
    open: async (page, api) => {
      await askForCode(page, (await Customer.signUp(api)).phone)
      await typeCode(page)
    },
    action: button('Yes, it’s me'),
  },
  { name: 'forgot-password', state: 'loaded', path: () => '/forgot-password', action: button('Send code') },
  { name: 'forgot-password', state: 'code', path: () => '/forgot-password', open: recover, action: (page) => code(main(page)) },
  {
    name: 'forgot-password',
    state: 'password',
    path: () => '/forgot-password',
    open: async (page) => {
      await recover(page)
      await typeCode(page)
      await main(page).locator('input[autocomplete=new-password]').first().waitFor()
    },
    action: button('Save the password'),
  },
  { name: 'account-menu', state: 'loaded', before: asCustomer, path: () => behind, open: openAccount },
  {
    name: 'logout',
    state: 'loaded',
    before: asCustomer,
    path: () => behind,
    open: async (page) => {
      await openAccount(page)
      await page.locator('[role=menuitem], [role=dialog] button').last().click()
      await page.locator('[role=dialog] button:not([aria-label])').last().waitFor()
    },
  },
  {
    name: 'cart-conflict',
    state: 'loaded',
    before: withTwoCarts,
    singleUse: true,
    path: () => '/auth',
    open: async (page) => {
      await main(page).locator('input[type=password]').fill('lantern-tide-42')
      await main(page).locator('button[type=submit]').click()
      await dialog(page).getByRole('radio').first().waitFor()
    },
    action: inDialog('Keep this cart'),
  },
]
