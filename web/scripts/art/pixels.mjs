/** The part of a picture in which more than `faint` of 255 shows. sharp finds it too, in fifty times as long. */
export function inkOf({ data, info: { width, height } }, faint) {
  const box = { left: width, top: height, right: 0, bottom: 0 }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3] <= faint) continue
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x)
      box.top = Math.min(box.top, y)
      box.bottom = y
    }
  }
  return { left: box.left, top: box.top, width: box.right - box.left + 1, height: box.bottom - box.top + 1 }
}

/** That part of a picture with four channels. */
export function cut({ data, info }, { left, top, width, height }) {
  const part = Buffer.allocUnsafe(width * height * 4)
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * info.width + left) * 4
    data.copy(part, y * width * 4, from, from + width * 4)
  }
  return { data: part, info: { width, height, channels: 4 } }
}

/**
 * Lays the layers on the base, back to front. What leaves the frame is cut.
 * sharp can do it too, but converts the whole picture for each layer.
 */
export function compose({ data, info: { width, height, channels } }, layers) {
  const scene = { data: Buffer.from(data), info: { width, height, channels } }
  for (const { image, left, top } of layers) blend(scene, image, left, top)
  return scene
}

/** Draws an image over the scene, pixel by pixel ("source over"). */
function blend({ data, info: { width, height, channels } }, image, left, top) {
  const [right, bottom] = [Math.min(width, left + image.info.width), Math.min(height, top + image.info.height)]
  for (let y = Math.max(0, top); y < bottom; y++) {
    let from = ((y - top) * image.info.width + Math.max(0, -left)) * 4
    let to = (y * width + Math.max(0, left)) * channels
    for (const end = (y * width + right) * channels; to < end; to += channels, from += 4)
      blendPixel(data, to, channels, image.data, from)
  }
}

/** The base may be opaque, with three channels: it stays so. */
function blendPixel(below, to, channels, above, from) {
  if (above[from + 3] === 0) return
  const alpha = above[from + 3] / 255
  const left = (channels === 3 ? 1 : below[to + 3] / 255) * (1 - alpha)
  const sum = alpha + left
  for (let i = 0; i < 3; i++) below[to + i] = (above[from + i] * alpha + below[to + i] * left) / sum + 0.5
  if (channels === 4) below[to + 3] = sum * 255 + 0.5
}

/** An ellipse of one colour that fades out, at most `strength` opaque. */
export function fadingEllipse(rx, ry, [red, green, blue], strength) {
  const info = { width: rx * 2, height: ry * 2, channels: 4 }
  const data = Buffer.alloc(info.width * info.height * 4)
  for (let y = 0, i = 0; y < info.height; y++) {
    const dy = (y + 0.5 - ry) / ry
    for (let x = 0; x < info.width; x++, i += 4) {
      const dx = (x + 0.5 - rx) / rx
      const share = 1 - Math.sqrt(dx * dx + dy * dy)
      if (share <= 0) continue
      data[i] = red
      data[i + 1] = green
      data[i + 2] = blue
      data[i + 3] = 255 * strength * share * share * (3 - 2 * share) // eased at both ends
    }
  }
  return { data, info }
}
