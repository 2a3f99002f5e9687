import { defineConfig } from '@playwright/test'
import { chromium, desktop, phone } from './browser.ts'

export default defineConfig<object, { engine: 'sqlite' | 'postgres' }>({
  testDir: 'tests',
  // What decides. The others are run by npm run screens until each has been whole on its own.
  testMatch: process.env['SCREENS'] ? '*.spec.ts' : ['order-dinner', 'location', 'cart', 'pages'].map((name) => `${name}.spec.ts`),
  timeout: 120_000,
  // Without a graphics card the map is drawn by the processor, and takes its time.
  expect: { timeout: 20_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: !!process.env['CI'],
  retries: 0,
  reporter: process.env['CI'] ? 'line' : 'list',
  use: { launchOptions: chromium, trace: 'retain-on-failure', locale: 'en-US', timezoneId: 'Indian/Maldives' },
  projects: [
    // What does not depend on the width is proven once.
    { name: 'phone', grepInvert: /@once/, use: { viewport: phone, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } },
    { name: 'desktop', use: { viewport: desktop } },
    // The same shop on its other engine: the main journey, and what takes stock and money with it.
    { name: 'postgres', grep: /@postgres/, use: { viewport: desktop, engine: 'postgres' } },
  ],
})
