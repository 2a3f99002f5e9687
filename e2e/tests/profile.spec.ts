import { desktop, phone } from '../browser.ts'
import { choose } from '../choose.ts'
import { Customer, newPerson } from '../customer.ts'
import { expect, testInOneTab as test } from '../fixtures.ts'
import { ProfilePage } from '../pages/profile-page.ts'

test('PROF-01 PROF-07 a name and a password are changed, and other devices are signed out', async ({ page, api, visit, log }) => {
  const customer = await Customer.signUp(api)
  await visit({ stored: customer.stored() })
  const profile = new ProfilePage(page)
  await profile.open()
  await expect(profile.name).toHaveValue(customer.name)
  await profile.name.fill('Mira Suri Sol')
  await profile.password.fill('harbour-lantern-7')
  await profile.confirm.fill('harbour-lantern-7')
  await test.step('a session alone is not enough', async () => {
    await profile.update.click()
    await expect(profile.current).toHaveAccessibleDescription('Please enter your current password.')
    log.expect(/422/)
    await profile.current.fill('not-my-password')
    await profile.update.click()
    await expect(profile.current).toHaveAccessibleDescription('This is not your current password.')
  })
  await profile.current.fill(customer.password)
  await test.step('what did not reach the server is still there to be sent again', async () => {
    log.expect(/ERR_CONNECTION_FAILED/)
    await page.route('**/update-profile', (route) => route.abort('connectionfailed'))
    await profile.update.click()
    await expect(page.getByText(/^No connection\./)).toBeVisible()
    await expect(profile.current).toHaveValue(customer.password)
    await page.unroute('**/update-profile')
  })
  await profile.update.click()
  await expect(page.getByText('Updated successfully.')).toBeVisible()
  await expect(profile.password).toHaveValue('')
  await expect(profile.current).toHaveCount(0)
  expect(await customer.info()).toMatchObject({ f_name: 'Mira', l_name: 'Suri Sol' })

  await test.step('the new password is the one that signs in', async () => {
    const login = (password: string) =>
      page.request.post('/api/v1/auth/login', {
        data: { login_type: 'manual', email_or_phone: customer.email, field_type: 'email', password },
      })
    expect((await login('harbour-lantern-7')).status()).toBe(200)
    log.expect(/401/)
    expect((await login(customer.password)).status()).toBe(401)
  })
})

test('PROF-02 PROF-04 a new phone is saved after the right code, and is then locked', async ({
  page,
  api,
  visit,
  log,
}) => {
  const customer = await Customer.signUp(api)
  await visit({ stored: customer.stored() })
  const profile = new ProfilePage(page)
  await profile.open()
  await profile.phone.fill(newPerson().phone)
  // Straight from the phone to the button: it must not move away from under the press.
  await profile.update.click()
  await expect(profile.current).toHaveAccessibleDescription('Please enter your current password.')
  expect((await customer.info()).phone).toBe(customer.phone)
  await profile.current.fill(customer.password)
  await profile.update.click()
  await expect(profile.code).toBeVisible()
  const code = await profile.demoCode()
  expect((await customer.info()).phone).toBe(customer.phone)

  log.expect(/422/) // the browser's own consoleError on a wrong code
  await profile.typeCode(code === '000000' ? '111111' : '000000')
  await expect(profile.code.getByText('The code is not right.')).toBeVisible()
  await profile.typeCode(code)
  await expect(page.getByText('Updated successfully.')).toBeVisible()
  await expect(profile.code).toBeHidden()
  await expect(profile.phone).toHaveAttribute('readonly')
  await expect(profile.phone).toHaveAccessibleDescription('Not Changeable')
  expect(await customer.info()).toMatchObject({ is_phone_verified: 1, is_email_verified: 0 })
})

test('PROF-03 a photo is cropped to a square and shown everywhere', async ({ page, api, visit }) => {
  const customer = await Customer.signUp(api)
  await visit({ stored: customer.stored() })
  const profile = new ProfilePage(page)
  await profile.open()
  const button = page.getByRole('button', { name: 'Change photo' })
  const picture = page.getByRole('main').locator('form').getByText('MS', { exact: true }).first()
  const expectBesideThePicture = async () => {
    const { y, height } = (await picture.boundingBox())!
    expect((await button.boundingBox())!.y, 'beside the picture').toBeLessThan(y + height)
  }
  await expectBesideThePicture()
  await page.setViewportSize(phone)
  await expectBesideThePicture()
  await page.setViewportSize(desktop)
  await profile.takePhoto({ name: 'me.webp', mimeType: 'image/webp', buffer: Buffer.from('RIFF') })
  await expect(profile.photo.getByRole('alert')).toHaveText(
    'This file format is not supported. Please upload JPG, PNG, JPEG, or GIF images only.',
  )
  await profile.photo.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await profile.draw() })
  // A tap moves it, for people who cannot drag.
  await profile.photo.getByRole('group', { name: 'The part of the photo' }).click({ position: { x: 200, y: 60 } })
  await expect(profile.photo.locator('img')).toHaveCSS('transform', /^matrix\(1, 0, 0, 1, -/)
  await profile.photo.getByRole('button', { name: 'Use this photo' }).click()
  await expect(profile.photo).toBeHidden()
  await profile.update.click()
  await expect(page.getByText('Updated successfully.')).toBeVisible()
  const { image_full_url: address } = await customer.info()
  expect(address).not.toBe('')
  const size = await page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, address)
  expect(size[0]).toBe(size[1])
  await expect(page.getByRole('main').locator(`img[src="${address}"]`).first()).toBeVisible()
})

test('PROF-06 I18N-02 settings: a session elsewhere is ended, and the theme is remembered', async ({ page, api, visit }) => {
  const customer = await Customer.signUp(api)
  const login = { login_type: 'manual', email_or_phone: customer.email, field_type: 'email', password: customer.password }
  const { token } = await api.send<{ token: string }>('POST', '/auth/login', login)
  await visit({ stored: customer.stored() })
  await page.goto('/settings')
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Sign out on/ }).click()
  await expect(page.getByRole('button', { name: /^Sign out on/ })).toHaveCount(0)
  const ended = await page.request.get('/api/v1/customer/info', { headers: { Authorization: `Bearer ${token}` } })
  expect(ended.status()).toBe(401)

  await choose(page.getByRole('radio', { name: 'Dark' }))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
})

test('PROF-05 an account is deleted, unless an order is under way', async ({ page, api, visit, log }) => {
  const customer = await Customer.signUp(api)
  const { item, store } = await api.simple((_, { schedule_order }) => schedule_order)
  const { id } = await customer.buyLater(item, Math.ceil(store.minimum_order / item.sale_price) + 1)
  await visit({ stored: customer.stored() })
  await page.goto('/settings')
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const current = dialog.getByLabel('Current password')
  const yes = dialog.getByRole('button', { name: 'Delete', exact: true })
  const erase = async (password = customer.password) => {
    await page.getByRole('button', { name: 'Delete account' }).click()
    await current.fill(password)
    await yes.click()
  }
  await test.step('refused to whoever has found a session', async () => {
    log.expect(/422/)
    await erase('')
    await expect(current).toHaveAccessibleDescription('Please enter your current password.')
    await current.fill('not-my-password')
    await yes.click()
    await expect(current).toHaveAccessibleDescription('This is not your current password.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  })
  await test.step('refused while an order runs', async () => {
    log.expect(/409/)
    await erase()
    await expect(page.getByRole('alert')).toBeVisible()
    expect((await customer.info()).f_name).toBe('Mira')
  })
  await customer.send('POST', `/orders/${id}/cancel`, { reason: 'I changed my mind' })
  await test.step('gone, at the second try', async () => {
    log.expect(/ERR_CONNECTION_FAILED/)
    await page.route('**/api/v1/customer', (route) => route.abort('connectionfailed'))
    await erase()
    await expect(page.getByText(/^No connection\./)).toBeVisible()
    await page.unroute('**/api/v1/customer')
    await current.press('Enter')
    await expect(page.getByText('Account has been deleted')).toBeVisible()
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await expect(customer.info()).rejects.toThrow('401')
  })
})

test('LOC-10 interests are asked for at a new module, and kept', async ({ page, api, visit }) => {
  const customer = await Customer.signUp(api)
  const food = await api.category()
  await customer.send('PUT', '/customer/interests', { interest: [food.id] })
  await visit({ stored: customer.stored() })
  await page.goto('/home')
  await page.getByRole('button', { name: 'Grocery' }).first().click()
  await expect(page).toHaveURL('/interest')
  await page.getByRole('list', { name: 'What do you like?' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/home')
  const { interest } = await customer.info()
  expect(interest).toHaveLength(2)
  expect(interest).toContain(food.id)
})

test('PERM-01 guests are asked to sign in, and the API answers 401', async ({ page, visit, log }) => {
  await visit()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'You are not logged in' })).toBeVisible()
  log.expect(/401/)
  for (const path of ['/customer/info', '/customer/addresses', '/customer/sessions', '/wishlist', '/orders']) {
    const answer = await page.request.get(`/api/v1${path}`)
    expect(answer.status(), path).toBe(401)
    expect((await answer.json()).message).toBe('You are not logged in')
  }
})
