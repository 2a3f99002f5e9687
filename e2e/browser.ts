import { existsSync } from 'node:fs'

/** Headless Chromium draws the same pages with a fifth less work; not every system has it as a package. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))

/** How Chromium is started: the system's own, in a sandbox-less container as well as on a desktop computer, without talking to anybody but us. */
export const chromium = {
  executablePath: process.env['CHROMIUM'] ?? installed ?? 'chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // The map draws with WebGL; without a graphics card the processor does it.
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    // One tile for each layer instead of six: the processor copies each tile at every frame.
    '--default-tile-width=1440',
    '--default-tile-height=1024',
    // Every page is new, so optimized code would hardly be run: compiling it takes a tenth of the work.
    '--js-flags=--no-opt --no-maglev',
  ],
}

/** The two sizes that tests run at. */
export const phone = { width: 390, height: 844 }
export const desktop = { width: 1440, height: 900 }

/** The widths that no page may overflow, from the desktop's to the phone's: each change lays the page out again. */
export const widths = [1440, 1181, 820, 320, 390]
/** The widest and the narrowest of them. */
export const farthestWidths = [1440, 320]
