import { Customer, newPerson } from '../customer.ts'
import { expect, test as base } from '../fixtures.ts'
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

test('AUTH-08 AUTH-09 API-07 Firebase verifies a phone, for a new password and for signing in', async ({ page, firebase, api, visit, log }) => {
  log.expect(/status of (4|501)/) // a wrong code; and the emulator has no captcha to set up
  await visit()
  const forms = new SignInForms(page)

  await test.step('a new password', async () => {
    const { phone } = await Customer.signUp(api)
    const password = 'pier-lamp-77-blue'
    await page.goto('/forgot-password')
    await forms.phone.fill(phone)
    await forms.button('Send code').click()
    await forms.code.waitFor()
    await forms.verify(await firebase.code(phone))
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Save the password' }).click()
    await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
    const login = { login_type: 'manual', email_or_phone: phone, field_type: 'phone', password }
    expect((await api.send<{ token: string }>('POST', '/auth/login', login)).token).toBeTruthy()
  })

  await test.step('signing in', async () => {
    const who = newPerson()
    await page.goto('/auth')
    await forms.askForCode(who.phone)
    const code = await firebase.code(who.phone)
    await forms.verify(code === '000000' ? '000001' : '000000')
    await expect(forms.code).toHaveAccessibleDescription(/./)
    await forms.verify(code)
    await forms.name.fill(who.name)
    await forms.root.getByLabel('Email').fill(who.email)
    await forms.button('Continue').click()
    await expect(page.getByText('Logged in successfully', { exact: true })).toBeVisible()
  })
})
