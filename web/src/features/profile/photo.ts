/** The accepted types of a photo (PROF-03). */
export const photoTypes = ['image/jpeg', 'image/png', 'image/gif']

/**
 * The largest file that can be chosen; photos of phones are that big. The limit of PROF-03, 2 MB and
 * square, holds for what is sent and stored: a square of at most 512 px that is cut from the file.
 */
export const maxBytes = 25 * 1024 * 1024

/** Returns why a file cannot be the photo, or undefined. */
export function photoProblem({ type, size }: Pick<File, 'type' | 'size'>): 'type' | 'size' | undefined {
  if (!photoTypes.includes(type)) return 'type'
  return size > maxBytes ? 'size' : undefined
}

/** A rectangle of a picture, in its own pixels. */
export type Part = { x: number; y: number; width: number; height: number }

type Point = { x: number; y: number }
export type Size = { width: number; height: number }

/**
 * Returns where the photo must be for a tapped point to be in the middle of the part that is used. The photo still
 * fills that part. `at` is how far it is moved now, `tap` is counted from the middle.
 */
export function middleAt(tap: Point, at: Point, photo: Size, part: Size): Point {
  const limit = (value: number, room: number) => Math.max(-room, Math.min(room, value))
  return {
    x: limit(at.x - tap.x, (photo.width - part.width) / 2),
    y: limit(at.y - tap.y, (photo.height - part.height) / 2),
  }
}

const side = 512 // px; the server stores no more

/** Returns a square part of a picture as a JPEG. */
export async function cut(url: string, { x, y, width, height }: Part): Promise<Blob> {
  const picture = new Image()
  picture.src = url
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.max(1, Math.min(side, Math.round(width)))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser cannot draw')
  // JPEG has no transparency: without a background, transparent pixels would become black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))), 'image/jpeg', 0.9)
  })
}
