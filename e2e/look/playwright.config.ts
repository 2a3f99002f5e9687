import { defineConfig } from '@playwright/test'
import { chromium } from '../browser.ts'

/** Draws every screen for people to look at. It checks nothing. */
export default defineConfig({
  testDir: '.',
  testMatch: process.env['SCREEN'] === 'readme' ? 'readme.spec.ts' : ['look.spec.ts', 'desk-look.spec.ts'],
  timeout: 900_000, // the desk has many states
  fullyParallel: true,
  workers: 2,
  reporter: 'line',
  use: { launchOptions: chromium, locale: 'en-US', timezoneId: 'Indian/Maldives' },
})
