/// <reference lib="dom" />

/** As the service keeps them: what is larger is made smaller there anyway. */
const LONGEST_SIDE = 2_560
/** In bytes. Smaller files are sent as they are. */
const SMALL = 1_500_000
/** In bytes. Enough for the service to tell what kind of file it is. */
const START = 4_096

/**
 * The picture as it is sent: a large photograph in fewer pixels, since phones upload slowly, and HEIC as JPEG where the
 * browser can read it. What the browser cannot read is sent as it is, and the service says what is wrong; of HEIC only the
 * start, since a whole file may be refused for its size instead.
 */
export async function pictureToUpload(file: File): Promise<Blob> {
  const isHeic = await beginsAsHeic(file)
  if (!isHeic && (file.size <= SMALL || file.type === 'image/gif')) return file
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return isHeic ? file.slice(0, START) : file
  const canvas = drawn(bitmap, isHeic)
  bitmap.close()
  if (!canvas) return file
  // These may be transparent in places.
  const type = /^image\/(png|webp|avif)$/.test(file.type) ? 'image/webp' : 'image/jpeg'
  const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92))
  return smaller && (isHeic || smaller.size < file.size) ? smaller : file
}

/** In as many pixels as the service keeps; null if that makes it no smaller, and it may stay as it is. */
function drawn(bitmap: ImageBitmap, isHeic: boolean): HTMLCanvasElement | null {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  if (scale === 1 && !isHeic) return null
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

async function beginsAsHeic(file: File): Promise<boolean> {
  const start = new TextDecoder('latin1').decode(await file.slice(4, 12).arrayBuffer())
  return /^ftyp(hei[cxms]|hevc|mif1|msf1)$/.test(start)
}
