import { newPerson } from '../customer.ts'
import { expect, testInOneTab as test, type Page } from '../fixtures.ts'
import { newsletterLinks } from '../outbox.ts'

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()

test('HDR-08 the newsletter is confirmed and canceled by links in a mail, and each works once', async ({ page, api, visit, log }) => {
  const { email } = newPerson()
  await visit()
  await page.goto('/about-us')
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('textbox', { name: 'Your email' }).fill(email)
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText(/a mail with a link to confirm it is on its way/)).toBeVisible()
  await expect(footer.getByRole('textbox', { name: 'Your email' })).toHaveValue('')
  const links = await newsletterLinks(api, email)

  await test.step('confirmed, after a question', async () => {
    await page.goto(links.confirm)
    await expect(page).toHaveTitle(/^Newsletter · /)
    await expect(main(page)).toContainText('Do you want our news by mail?')
    await press(page, 'Confirm subscription')
    await expect(main(page).getByRole('status')).toHaveText('You are on our list now. Thank you!')
  })

  const hasEnded = async () => {
    await expect(main(page).getByRole('alert')).toHaveText('This link has been used already, or it has ended.')
    await expect(main(page).getByRole('button')).toHaveCount(0)
  }
  log.expect(/404/)
  await test.step('a used link says so, and leads on', async () => {
    await page.reload()
    await press(page, 'Confirm subscription')
    await hasEnded()
  })

  await test.step('left by the other link in the same tab, once the network is back', async () => {
    await page.goto(links.leave)
    log.expect(/ERR_CONNECTION_FAILED/)
    await page.route('**/newsletter/leave', (route) => route.abort('connectionfailed'))
    await press(page, 'Unsubscribe')
    await expect(main(page).getByRole('alert')).toContainText('No connection.')
    await page.unroute('**/newsletter/leave')
    await press(page, 'Unsubscribe')
    await expect(main(page).getByRole('status')).toHaveText('You are no longer on our list.')
    await page.reload()
    await press(page, 'Unsubscribe')
    await hasEnded()
  })

  await main(page).getByRole('link', { name: 'Browse shops' }).click()
  await expect(page).toHaveURL('/home')
})
