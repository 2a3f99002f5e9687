import { desktop } from '../browser.ts'
import { expect, test } from '../fixtures.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { photo } from '../picture.ts'
import { talk } from '../screens-messages.ts'

// Only people answer here.
test.use({ crew: 'off' })

test('CHAT-01 TRAP_O6 a customer and a store write to each other live, and who was offline catches up in order', async ({ page, browser, api, visit, log }) => {
  log.expect(/ERR_INTERNET_DISCONNECTED/)
  const { customer, login, id, say } = await talk(api)
  const desk = await DeskPage.open(browser, api, desktop)
  await desk.signIn(login)
  await desk.main.getByRole('tab', { name: /Messages/ }).click()
  await desk.main.getByRole('navigation', { name: 'Conversations' }).getByRole('button').first().click()
  const theirs = desk.main.getByRole('group', { name: /Messages with/ }).getByRole('listitem')

  await visit({ stored: customer.stored() })
  await page.goto(`/profile?page=inbox&conversation=${id}`)
  const main = page.getByRole('main')
  const field = main.getByLabel('Message', { exact: true })
  const mine = main.getByRole('group', { name: /Messages with/ }).getByRole('listitem')

  await field.fill('Is <img src=x onerror="document.title=\'broken in\'"> fine?')
  await field.press('Enter')
  await expect(field).toHaveValue('')
  await expect(theirs.filter({ hasText: 'Is <img src=x' })).toHaveCount(1)
  await expect(mine.filter({ hasText: 'Is <img src=x' }).getByRole('img', { name: 'Read' })).toBeVisible()
  await expect(page).not.toHaveTitle(/broken in/)

  await main.locator('input[type=file]').setInputFiles({ name: 'door.png', mimeType: 'image/png', buffer: photo })
  const remove = main.getByRole('button', { name: 'Remove image 1' })
  const { width, height } = (await remove.boundingBox())!
  expect(Math.min(width, height), 'large enough for a finger').toBeGreaterThanOrEqual(44)
  await remove.click()

  const answer = desk.main.getByLabel('Message', { exact: true })
  await answer.fill('It is.')
  await answer.press('Enter')
  await expect(mine.filter({ hasText: 'It is.' })).toHaveCount(1)

  await page.context().setOffline(true)
  // A browser that already thinks it is offline fires no event. Then the page notices after 45 s.
  await expect(main.getByText('Connection lost.', { exact: false })).toBeVisible({ timeout: 60_000 })
  for (const text of ['One while you are away', 'Two while you are away', 'Three while you are away']) await say('store', text)
  await field.fill('Written without a connection')
  await field.press('Enter')
  await expect(mine.filter({ hasText: 'Waiting for the connection' })).toHaveCount(1)
  await page.context().setOffline(false)

  await expect(mine.filter({ hasText: 'while you are away' })).toContainText(['One', 'Two', 'Three'])
  await expect(theirs.filter({ hasText: 'Written without a connection' })).toHaveCount(1)
  await expect(mine.filter({ hasText: 'Written without a connection' })).toHaveCount(1)
  await expect(mine.filter({ hasText: 'Waiting for the connection' })).toHaveCount(0)
  await desk.page.context().close()
})
