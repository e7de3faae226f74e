// Plain JavaScript: a child process starts without the TypeScript loader, and the build copies this file beside its bundle.
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'

// One picture at a time, on one thread, with nothing cached: the process is there to be small and to be killed.
sharp.concurrency(1)
sharp.cache(false)

/** Most pixels of a picture that is read. */
const MAX_PIXELS = 40_000_000
/** Longest side of a picture that is stored. */
const MAX_SIDE = 2_560
/** Longest side of what a ThumbHash is made from, in pixels. */
const THUMB_SIDE = 100

const read = (bytes) => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })

/** Reads all of the picture, turns it upright, and leaves out everything that is not pixels. */
async function prepare({ bytes }) {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > MAX_PIXELS) return { refused: 'too many pixels' }
  const { data, info } = await read(bytes)
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 90 })
    .toBuffer({ resolveWithObject: true })
  const thumb = await sharp(data)
    .resize({ width: THUMB_SIDE, height: THUMB_SIDE, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const hash = rgbaToThumbHash(thumb.info.width, thumb.info.height, thumb.data)
  return {
    ...{ bytes: data, width: info.width, height: info.height },
    thumbhash: Buffer.from(hash).toString('base64'),
  }
}

/** Messengers show no larger pictures of a link. */
const MAX_SHARED_BYTES = 300_000

/** For those who share a link: without transparency, and no larger than messengers take. */
async function shared(bytes, side) {
  const fitting = read(bytes)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
  for (const quality of [80, 60, 40]) {
    const made = await fitting.clone().jpeg({ quality, mozjpeg: true }).toBuffer()
    if (made.length <= MAX_SHARED_BYTES) return made
  }
  return fitting.jpeg({ quality: 20, mozjpeg: true }).toBuffer()
}

async function resize({ bytes, width, format }) {
  if (format === 'jpeg') return { bytes: await shared(bytes, width) }
  const resized = read(bytes).resize({ width, withoutEnlargement: true })
  const made = format === 'avif' ? resized.avif({ quality: 55, effort: 3 }) : resized.webp({ quality: 80 })
  return { bytes: await made.toBuffer() }
}

const tasks = { prepare, resize }

process.on('message', async ({ task, ...input }) => {
  try {
    process.send(await tasks[task](input))
  } catch (error) {
    process.send({ refused: 'broken', reason: String(error.message).slice(0, 200) })
  }
})
process.on('disconnect', () => process.exit(0))
