import { defineConfig } from '@playwright/test'
import { chromium, desktop, phone } from './browser.ts'

export default defineConfig<object, { engine: 'sqlite' | 'postgres' }>({
  testDir: 'tests',
  globalSetup: './before-all.ts',
  timeout: 120_000,
  // Without a graphics card the map is drawn by the processor, and takes its time.
  expect: { timeout: 20_000 },
  fullyParallel: true,
  workers: 4, // journeys wait as well: with three workers, two cores are idle a tenth of the time
  forbidOnly: !!process.env['CI'],
  retries: 0,
  reporter: [['list'], ['./failures.ts']],
  // A trace takes as long as the test itself. To get one, run the failed test again with --trace on.
  use: {
    launchOptions: chromium,
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'Indian/Maldives',
    // The processor draws every pixel; first-view.spec.ts and the pictures have all of them.
    deviceScaleFactor: 0.5,
    serviceWorkers: 'block', // but for the one journey that is about it
  },
  projects: [
    // The same shop on its other engine: the main journey. What takes stock and money is proven by the Go tests.
    // It is first because it starts slowly: at the end, the others would wait for it.
    { name: 'postgres', grep: /@postgres/, use: { viewport: desktop, engine: 'postgres' } },
    // A test runs at one width. With @both it runs at both, because header and menus decide how it goes.
    { name: 'phone', grep: /@phone|@both/, use: { viewport: phone, hasTouch: true, isMobile: true } },
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: desktop } },
  ],
})
