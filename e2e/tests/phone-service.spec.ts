import { newPerson } from '../customer.ts'
import { expect, test as base, type Page } from '../fixtures.ts'
import { SignInForms } from '../pages/sign-in-forms.ts'
import { startFirebase, type Firebase } from '../stand-ins/firebase.ts'
import { startTown } from '../town.ts'

/** A town whose phones are verified by the Firebase emulator, which cannot be combined with other services. */
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

const expectText = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible()

test('AUTH-08 AUTH-09 API-07 Firebase verifies a phone, for signing in and for a new password', async ({ page, firebase, visit, log }) => {
  log.expect(/status of (4|501)/) // a wrong code; and the emulator has no captcha to set up
  await visit()
  const who = newPerson()
  const forms = new SignInForms(page)

  await page.goto('/auth')
  await forms.askForCode(who.phone)
  const code = await firebase.code(who.phone)
  await forms.verify(code === '000000' ? '000001' : '000000')
  await expect(forms.code).toHaveAccessibleDescription(/./)
  await forms.verify(code)
  await forms.name.fill(who.name)
  await forms.root.getByLabel('Email').fill(who.email)
  await forms.button('Continue').click()
  await expectText(page, 'Logged in successfully')
  await forms.signOut()
  await expectText(page, 'Logout successful.')

  await page.goto('/forgot-password')
  await forms.phone.fill(who.phone)
  await forms.button('Send code').click()
  await forms.code.waitFor()
  await forms.verify(await firebase.code(who.phone))
  await page.getByLabel('New password').fill(who.password)
  await page.getByLabel('Confirm password').fill(who.password)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await forms.signIn(who.phone, who.password)
  await expectText(page, 'Logged in successfully')
})
