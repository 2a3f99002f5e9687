// Writes the app icons as PNG files. A maskable icon fills its square with a margin
// around the bowl, because phones crop it to their own shape.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'

const svg = readFileSync('public/icon.svg', 'utf8')
const maskable = svg
  .replace('viewBox="0 0 36 36"', 'viewBox="-5 -5 46 46"')
  .replace(/<rect [^>]*>/, '<rect x="-5" y="-5" width="46" height="46" fill="#0B7A4B" />')

const draw = (picture, size, name) =>
  sharp(Buffer.from(picture), { density: 72 * (size / 36) })
    .resize(size, size)
    .png({ palette: true })
    .toFile(`dist/${name}.png`)

await draw(svg, 192, 'icon-192')
await draw(svg, 512, 'icon-512')
await draw(maskable, 512, 'icon-maskable-512')
await draw(maskable, 180, 'icon-touch-180')
