import { expect, testInOneTab as test } from '../fixtures.ts'

test('RNT-01 RNT-02 RNT-03 RNT-04 RNT-05 RNT-12 MAP-02 a guest plans a trip along the road and one by the hour, finds a vehicle and rents it', async ({ page, visit }) => {
  await visit({ module: 'rental' })
  const main = page.getByRole('main')

  const form = main.getByRole('form', { name: 'Your trip' })

  await test.step('plans a trip by distance, whose destination is kept', async () => {
    await page.goto('/home')
    for (const title of ['What would you like to drive?', 'Best rated vehicles', 'Brands', 'Who rents them out']) {
      await expect(main.getByRole('heading', { name: title, level: 2 })).toBeAttached()
    }
    await form.getByText('Distance-wise').click()
    const destination = form.getByRole('combobox', { name: 'Destination' })
    await destination.fill('Night Market')
    await page.getByRole('option', { name: /Night Market/ }).first().click()
    await expect(destination).toHaveValue(/Night Market/)
    await form.getByRole('button', { name: 'Search vehicles' }).click()
    await expect(main.getByText(/\d km/).first()).toBeVisible()
    await expect(main.getByRole('link', { name: /^Directions/ })).toHaveAttribute('href', /destination=/)
    await expect(main.getByRole('img', { name: 'Your destination' })).toBeVisible()
    await page.goBack()
    await expect(main.getByRole('heading', { name: 'Your last destinations' })).toBeVisible()
  })

  await test.step('plans an hourly trip', async () => {
    await expect(form.getByRole('combobox', { name: 'Pickup location' })).toHaveValue('Saffron Circus')
    await form.getByRole('textbox', { name: 'Hours' }).fill('3')
    await form.getByRole('button', { name: 'Search vehicles' }).click()
    await expect(page).toHaveURL(/\/rental\/vehicle-search\?trip_type=hourly&hours=3/)
  })

  await test.step('narrows what is found', async () => {
    await expect(main.getByRole('article').first()).toBeVisible()
    await main.getByRole('button', { name: 'With AC' }).click()
    await main.getByRole('button', { name: /^Filters/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await drawer.getByText(/^Tarn \(/).click()
    await expect(page).toHaveURL(/brands=Tarn/)
    await drawer.getByRole('button', { name: /^Show \d+ vehicles?$/ }).click()
    await main.getByRole('combobox', { name: 'Sort by' }).selectOption('price_asc')
    await expect(main.getByRole('article').first().getByText('AC', { exact: true })).toBeVisible()
    // The list that is sorted otherwise stays until the new one is there.
    await expect(async () => {
      const prices = await main.getByRole('article').getByText(/^Estimated/).locator('xpath=..').allInnerTexts()
      const amounts = prices.map((text) => Number(/\d+\.\d\d/.exec(text)?.[0]))
      expect(amounts.length).toBeGreaterThan(1)
      expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
    }).toPass({ timeout: 20_000 })
    await main.getByRole('button', { name: 'Rows' }).click()
    await expect(page).toHaveURL(/layout=rows/)
  })

  const card = main.getByRole('article').first()
  const name = await card.getByRole('heading').innerText()

  await test.step('looks at it in the quick view', async () => {
    await card.getByRole('button', { name: `Quick view of ${name}` }).click()
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog.getByRole('img', { name: new RegExp(`^${name}, picture`) }).first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Pause the pictures' }).click()
    await dialog.getByRole('button', { name: 'Read more' }).click()
    await dialog.getByRole('link', { name: 'View details' }).click()
    await expect(page).toHaveURL(/\/rental\/vehicle-details\/.*from=from_search/)
  })

  await test.step('rents it with the bar at the bottom', async () => {
    await expect(main.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(main.getByRole('heading', { name: 'When it is free' })).toBeVisible()
    const bar = main.getByRole('region', { name: `Rent ${name}` })
    await expect(bar).toHaveCount(0)
    await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }))
    await expect(bar.getByText('Start From')).toBeVisible()
    await bar.getByRole('button').click()
    await expect(page.getByText('The vehicle successfully added to your cart.')).toBeVisible()
    await expect(bar.getByText('Estimated')).toBeVisible()
    await expect(bar.getByText('3 hours')).toBeVisible()
  })

  await test.step('and sees what else its provider has', async () => {
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await main.locator('a[href^="/rental/provider-details/"]').first().click()
    await expect(main.getByRole('heading', { name: 'Vehicles', level: 2 })).toBeVisible()
    await expect(main.getByRole('article').nth(3)).toBeVisible()
  })
})
