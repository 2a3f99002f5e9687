import { defineConfig } from '@playwright/test'
import { chromium } from '../browser.ts'

/** Every control of every screen, each pressed on a page of its own: too long for every run of the tests. */
export default defineConfig({
  testDir: '.',
  timeout: 900_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  workers: 3,
  reporter: 'list',
  use: { launchOptions: chromium, actionTimeout: 30_000, locale: 'en-US', timezoneId: 'Indian/Maldives', deviceScaleFactor: 0.5, serviceWorkers: 'block' },
})
