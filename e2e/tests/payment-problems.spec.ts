import { expect, testInOneTab as test } from '../fixtures.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { OrderPage } from '../pages/order-page.ts'
import { withProblems } from '../problems.ts'
import { admin } from '../staff.ts'

// Only people move orders here.
test.use({ crew: 'off' })

test('WAL-02 CHK-03 an admin sends money back that does not fit, and puts a failed refund into the wallet, while its shopper watches', async ({
  page,
  api,
  visit,
}) => {
  const { customer, order } = await withProblems(api)
  await visit({ stored: customer.stored() })
  await page.goto(`/order/${order.id}`)
  const shopper = new OrderPage(page)
  await expect(shopper.main).toContainText('could not be sent back the way you paid. We will contact you about it.')

  const desk = new DeskPage(await page.context().newPage())
  await desk.signIn(admin)
  await desk.main.getByRole('tab', { name: /^Payment problems/ }).click()

  // Other tests of this town leave problems too.
  const held = desk.problem('Money that does not fit').filter({ hasText: customer.name })
  await expect(held).toContainText('$60.10')
  await expect(held).toContainText('$60.00')
  await held.getByRole('button', { name: 'Send it back' }).click()
  await held.getByRole('button', { name: 'Send it back' }).click()
  await expect(desk.page.getByText('The money goes back')).toBeVisible()
  await expect(held).toHaveCount(0)

  const failed = desk.problem('Refund failed').filter({ hasText: `Order ${order.id}` })
  await failed.getByRole('button', { name: 'Put it into the wallet' }).click()
  await failed.getByLabel('Your note (optional)').fill('Agreed by phone')
  await failed.getByRole('button', { name: 'Put it into the wallet' }).click()
  await expect(failed).toHaveCount(0)
  await desk.page.close()
  await expect(shopper.main).toContainText('is in your wallet, because it could not be sent back the way you paid.')
  await customer.waitForBalance(order.total)
  await page.goto('/wallet')
  await expect(page.getByRole('link', { name: `Money back for order ${order.id}` })).toBeVisible()
})
