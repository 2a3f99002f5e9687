import type { Page } from '@playwright/test'

/** How many pixels of an element have about a colour, such as rgb(87, 83, 73): small letters are soft at their edges. */
export async function pixelsOf(page: Page, selector: string, color: string): Promise<number> {
  const picture = await page.locator(selector).screenshot()
  const reader = await page.context().browser()!.newPage()
  const count = await reader.evaluate(
    async ({ base64, color: wanted }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
      context.drawImage(bitmap, 0, 0)
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
      const [red = 0, green = 0, blue = 0] = wanted.match(/\d+/g)!.map(Number)
      const isNear = (at: number, channel: number) => Math.abs(data[at]! - channel) < 20
      let found = 0
      for (let at = 0; at < data.length; at += 4) {
        if (isNear(at, red) && isNear(at + 1, green) && isNear(at + 2, blue)) found++
      }
      return found
    },
    { base64: picture.toString('base64'), color },
  )
  await reader.close()
  return count
}
