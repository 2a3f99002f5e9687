import { stranger } from '../customer.ts'
import { expect, test, type Page } from '../fixtures.ts'
import { Doors } from '../pages/doors.ts'
import { Shelf } from '../shelf.ts'
import { startFacebook } from '../stand-ins/facebook.ts'
import { startFirebase } from '../stand-ins/firebase.ts'
import { startOIDC } from '../stand-ins/oidc.ts'
import { startTown, type Town } from '../town.ts'
import { settle } from '../visit.ts'

const said = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible()

/** A shopper in the middle of a town of the test's own. */
async function arriveAt(page: Page, town: Town) {
  const shelf = new Shelf(town.url)
  await settle(page, shelf)
  return shelf
}

const providers = [
  ['Google', () => startOIDC('google')],
  ['Apple', () => startOIDC('apple')],
  ['Facebook', startFacebook],
] as const

for (const [name, start] of providers) {
  test(`AUTH-07 ${name} vouches for somebody new, who gives a phone, and knows them the next time @once`, async ({ page, log }) => {
    log.expect(/status of (422|404)/) // nobody here knows them yet; a provider has no icon
    const provider = await start()
    const town = await startTown([], provider.env as NodeJS.ProcessEnv)
    await arriveAt(page, town)
    const doors = new Doors(page)
    const person = { ...stranger(), id: `new-at-${name}`, name: 'Lio Kestrel', emailVerified: true }
    provider.people.push(person)

    const leaveFrom = async (path: string) => {
      await page.goto(town.url + path)
      await doors.open()
      await doors.button(`Continue with ${name}`).click()
    }
    await leaveFrom('/categories')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alert')).toContainText(`You left ${name} without signing in.`)
    expect(new URL(page.url()).hash, 'nothing is left in the address').toBe('')

    await leaveFrom('/categories')
    await page.getByRole('button', { name: `Continue as ${person.name}` }).click()
    await doors.phone.fill(person.phone)
    await doors.button('Continue').click()
    // Apple and Facebook may keep a name to themselves.
    await expect(doors.name.or(page.getByText('Logged in successfully')).first()).toBeVisible()
    if (await doors.name.isVisible()) {
      await doors.name.fill(person.name)
      await doors.button('Continue').click()
    }
    await said(page, 'Logged in successfully')
    await expect(page).toHaveURL(/\/categories$/)

    await doors.signOut()
    await said(page, 'Logout successful.')
    await leaveFrom('/store/popular')
    await page.getByRole('button', { name: `Continue as ${person.name}` }).click()
    await said(page, 'Logged in successfully')
    await expect(page).toHaveURL(/\/store\/popular$/)
    await page.close() // a page without its town complains
    await town.stop()
    await provider.stop()
  })
}

test('AUTH-09 API-07 Firebase verifies a phone, for signing in and for a new password @once', async ({ page, log }) => {
  log.expect(/status of (4|501)/) // a wrong code; and the emulator has no captcha to set up
  const firebase = await startFirebase()
  const town = await startTown([], firebase.env as NodeJS.ProcessEnv)
  await arriveAt(page, town)
  const who = stranger()
  const doors = new Doors(page)

  await page.goto(`${town.url}/auth`)
  await doors.askForCode(who.phone)
  const code = await firebase.code(who.phone)
  await doors.verify(code === '000000' ? '000001' : '000000')
  await expect(doors.code).toHaveAccessibleDescription(/./)
  await doors.verify(code)
  await doors.name.fill(who.name)
  await doors.forms.getByLabel('Email').fill(who.email)
  await doors.button('Continue').click()
  await said(page, 'Logged in successfully')
  await doors.signOut()
  await said(page, 'Logout successful.')

  await page.goto(`${town.url}/forgot-password`)
  await doors.phone.fill(who.phone)
  await doors.button('Send code').click()
  await doors.code.waitFor()
  await doors.verify(await firebase.code(who.phone))
  await page.getByLabel('New password').fill(who.password)
  await page.getByLabel('Confirm password').fill(who.password)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await doors.signIn(who.phone, who.password)
  await said(page, 'Logged in successfully')
  await page.close()
  await town.stop()
  await firebase.stop()
})
