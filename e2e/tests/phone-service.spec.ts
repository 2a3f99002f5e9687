import { stranger } from '../customer.ts'
import { expect, test as base, type Page } from '../fixtures.ts'
import { Doors } from '../pages/doors.ts'
import { startFirebase, type Firebase } from '../stand-ins/firebase.ts'
import { startTown } from '../town.ts'

/** A town that leaves phones to Firebase, which nothing real may stand beside. */
const test = base.extend<object, { firebase: Firebase }>({
  firebase: [
    async ({}, use) => {
      const firebase = await startFirebase()
      await use(firebase)
      await firebase.stop()
    },
    { scope: 'worker' },
  ],
  town: [
    async ({ firebase }, use) => {
      const town = await startTown([], firebase.env)
      await use(town)
      await town.stop()
    },
    { scope: 'worker' },
  ],
})

const said = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible()

test('AUTH-08 AUTH-09 API-07 Firebase verifies a phone, for signing in and for a new password', async ({ page, firebase, visit, log }) => {
  log.expect(/status of (4|501)/) // a wrong code; and the emulator has no captcha to set up
  await visit()
  const who = stranger()
  const doors = new Doors(page)

  await page.goto('/auth')
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

  await page.goto('/forgot-password')
  await doors.phone.fill(who.phone)
  await doors.button('Send code').click()
  await doors.code.waitFor()
  await doors.verify(await firebase.code(who.phone))
  await page.getByLabel('New password').fill(who.password)
  await page.getByLabel('Confirm password').fill(who.password)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await doors.signIn(who.phone, who.password)
  await said(page, 'Logged in successfully')
})
