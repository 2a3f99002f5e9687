/** What a photo may be (PROF-03). */
export const photoTypes = ['image/jpeg', 'image/png', 'image/gif']

/**
 * Of the file, as a phone's camera makes it. What is sent is a square of 512 px cut
 * from it here, far below the 2 MB that the server takes.
 */
export const mostBytes = 25 * 1024 * 1024

/** Why a file cannot be the photo; undefined: it can. */
export function photoProblem({ type, size }: Pick<File, 'type' | 'size'>): 'type' | 'size' | undefined {
  if (!photoTypes.includes(type)) return 'type'
  return size > mostBytes ? 'size' : undefined
}

/** A part of a picture, in its own pixels. */
export type Part = { x: number; y: number; width: number; height: number }

const side = 512 // px; the server keeps no more

/** Cuts a square out of a picture, as a JPEG. */
export async function cut(url: string, { x, y, width, height }: Part): Promise<Blob> {
  const picture = new Image()
  picture.src = url
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.max(1, Math.min(side, Math.round(width)))
  const paper = canvas.getContext('2d')
  if (!paper) throw new Error('this browser cannot draw')
  // What is transparent would become black.
  paper.fillStyle = 'white'
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))), 'image/jpeg', 0.9)
  })
}
