import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base, type Page } from '../fixtures.ts'
import { editTown, startTown } from '../town.ts'

const french = {
  messages: {
    'language.label': 'Langue : {name}',
    'reload.language': 'La langue a été changée',
    'common.offline': 'Pas de connexion. Veuillez réessayer.',
  },
}

/** A town that has added French by a file. */
const test = base.extend({
  town: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'hawker-languages-'))
      await writeFile(join(folder, 'fr.json'), JSON.stringify(french))
      const town = await startTown(['--languages', folder])
      await editTown(town, ['town.json', 'modules.jsonl'], async (exported) => {
        const file = join(exported, 'town.json')
        const settings = JSON.parse(await readFile(file, 'utf8')) as object
        await writeFile(file, JSON.stringify({ ...settings, languages: ['en', 'fr', 'ar'] }))
      })
      // The server reads new settings within a few seconds.
      const offered = async () => (await fetch(`${town.url}/about-us`)).text()
      await expect.poll(offered).toContain('content="en fr ar"')
      await use(town)
      await town.stop()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
})

const expectFrench = async (page: Page) => {
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(page.getByRole('button', { name: 'Langue : français' })).toBeVisible()
}

test('I18N-01 TRAP_D31 a language that the town has added is in the menu, and stays for the next visit', async ({ page, visit }) => {
  await visit()
  await page.goto('/about-us')
  await page.getByRole('button', { name: 'Language: English' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['English', 'français', 'العربية'])
  await page.getByRole('menuitem', { name: 'français' }).click()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(page.getByText('La langue a été changée')).toBeVisible()
  await expectFrench(page)

  await page.reload()
  await expectFrench(page)
  await page.goto('/help-and-support')
  await expectFrench(page)
  await expect(page.getByRole('button', { name: 'Change between light and dark' }), 'what is not translated is in English').toBeVisible()
})

test('I18N-01 TRAP_D31 the page is in English if the file of its language does not come', async ({ page, visit, log }) => {
  log.expect(/Failed to load resource|net::ERR_FAILED/)
  await visit({ language: 'fr' })
  await page.route('**/languages/*', (route) => route.abort())
  await page.goto('/about-us')
  await expect(page.getByRole('button', { name: 'Language: français' })).toBeVisible()
})

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })

  test('I18N-01 API-07 without a network the page is in the language that the town has added', async ({ page, context, visit, log }) => {
    log.expect(/Failed to load resource|net::ERR|navigation preload|Failed to fetch|Unable to preload/)
    await visit({ language: 'fr' })
    await page.goto('/about-us')
    const isKept = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')
    await expect.poll(isKept).toBe(true)
    await page.goto('/home')
    await expectFrench(page)
    const keeps = () => page.evaluate(async () => (await caches.match(document.querySelector<HTMLMetaElement>('meta[name=hk-language-fr]')!.content)) !== undefined)
    await expect.poll(keeps).toBe(true)
    await context.setOffline(true)
    await page.goto('/home')
    await expectFrench(page)
    await expect(page.getByText('Pas de connexion. Veuillez réessayer.').first()).toBeVisible()
  })
})
