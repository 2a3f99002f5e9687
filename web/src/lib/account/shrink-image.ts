/** What an image may be. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** Of the file, as a phone's camera makes it; what is sent is far smaller. */
const maxImageBytes = 25 * 1024 * 1024

/** Smaller files are sent as they are: the server makes them smaller itself. */
const smallBytes = 1024 * 1024

const side = 2048 // px; the server keeps no more

/** Why a file cannot be uploaded; undefined: it can. */
export function imageProblem({ type, size }: Pick<File, 'type' | 'size'>): 'type' | 'size' | undefined {
  if (!imageTypes.includes(type)) return 'type'
  return size > maxImageBytes ? 'size' : undefined
}

/** How many images a prescription, a review, a refund or a message may have (ITEM-11). */
export const maxImages = 3

/** Why files cannot be uploaded where there is room for so many; undefined: they can. */
export function imagesProblem(chosen: readonly File[], room: number): 'most' | 'type' | 'size' | undefined {
  if (chosen.length > room) return 'most'
  return chosen.map(imageProblem).find(Boolean)
}

/** Scales a large photo down before it is sent over a phone's connection. */
export async function shrink(file: File): Promise<File> {
  if (file.size <= smallBytes) return file
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const paper = canvas.getContext('2d')
  if (!paper) throw new Error('this browser cannot draw')
  // What is transparent would become black.
  paper.fillStyle = 'white'
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob ? resolve(new File([blob], 'image.jpg', { type: blob.type })) : reject(new Error('nothing was drawn')),
      'image/jpeg',
      0.9,
    )
  })
}
