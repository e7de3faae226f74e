import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createFairSemaphore } from '../limits/fair-semaphore.ts'
import { busy, Problem } from '../problem.ts'

export type PictureFormat = 'avif' | 'webp' | 'jpeg'

/** Upright, WebP, at most 2,560 pixels on its longer side, without metadata. */
export interface PreparedPicture {
  bytes: Buffer
  width: number
  height: number
  /** ThumbHash in base64: a blurred preview of about 25 bytes. */
  thumbhash: string
}

/**
 * Works in another process, one picture at a time, fairly between keys (usually stores): a file that crashes or blocks
 * it harms nothing else.
 */
export interface PictureMaker {
  /** @throws Problem BAD_USER_INPUT for a broken or too large picture; UNAVAILABLE when too many wait */
  prepare(key: string, bytes: Buffer): Promise<PreparedPicture>
  /**
   * Never wider than its own width in pixels; a JPEG, which is for sharing, fits into a square of that width, and is
   * made worse until it has at most 300 KB. @throws Problem UNAVAILABLE as above
   */
  resize(key: string, bytes: Buffer, width: number, format: PictureFormat): Promise<Buffer>
  close(): void
}

interface Limits {
  /** For one picture. */
  timeoutMs: number
  /** The process ends after so long without work. */
  idleMs: number
}

const LIMITS: Limits = { timeoutMs: 20_000, idleMs: 30_000 }
const SEMAPHORE = { permits: 1, perKey: 1, longestWaitMs: 30_000 }

type Answer = (Partial<PreparedPicture> & { refused?: undefined }) | { refused: 'too many pixels' | 'broken' }

const broken = () =>
  new Problem(
    'BAD_USER_INPUT',
    'The picture is damaged or incomplete. Open it, save it again, and upload the new file.',
  )
const refusals: Record<'too many pixels' | 'broken', () => Problem> = {
  broken,
  'too many pixels': () =>
    new Problem('BAD_USER_INPUT', 'The picture has more than 40 megapixels. Make it smaller and upload it again.'),
}

export function createPictureMaker(limits: Partial<Limits> = {}): PictureMaker {
  const { timeoutMs, idleMs } = { ...LIMITS, ...limits }
  const semaphore = createFairSemaphore(SEMAPHORE)
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    const started = fork(new URL('./picture-worker.mjs', import.meta.url), {
      // Nothing of this process's environment, which holds secrets.
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.once('exit', () => {
      if (child === started) child = undefined
    })
    return started
  }

  function stop(): void {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = undefined
  }

  async function run(key: string, task: object): Promise<Partial<PreparedPicture>> {
    const release = await semaphore.acquire(key)
    try {
      clearTimeout(idle)
      child ??= start()
      const answer = await ask(child, task)
      if (answer.refused) throw refusals[answer.refused]()
      return answer
    } finally {
      idle = setTimeout(stop, idleMs).unref()
      release()
    }
  }

  /** A process that ends, or does not answer in time, means that the file is not a picture. */
  async function ask(asked: ChildProcess, task: object): Promise<Answer> {
    const listening = new AbortController()
    const { signal } = listening
    const timer = setTimeout(() => asked.kill('SIGKILL'), timeoutMs)
    try {
      const answer = once(asked, 'message', { signal }).then(([message]) => message as Answer) // picture-worker.mjs
      const exit = once(asked, 'exit', { signal }).then((): Answer => ({ refused: 'broken' }))
      asked.send(task)
      return await Promise.race([answer, exit])
    } finally {
      clearTimeout(timer)
      listening.abort()
    }
  }

  return {
    async prepare(key, bytes) {
      const { width, height, thumbhash, bytes: prepared } = await run(key, { task: 'prepare', bytes })
      if (!prepared || !width || !height || !thumbhash) throw broken()
      return { bytes: Buffer.from(prepared), width, height, thumbhash }
    },
    async resize(key, bytes, width, format) {
      try {
        const { bytes: made = bytes } = await run(key, { task: 'resize', bytes, width, format })
        return Buffer.from(made)
      } catch (error) {
        // It was read before it was stored, so the picture is not broken.
        throw error instanceof Problem && error.code === 'BAD_USER_INPUT' ? busy(error) : error
      }
    },
    close: stop,
  }
}

/** By the first bytes of the file. */
const signatures: Record<string, (bytes: Buffer) => boolean> = {
  JPEG: (bytes) => startsWith(bytes, '\xff\xd8\xff'),
  PNG: (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
  GIF: (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
  WebP: (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
  AVIF: (bytes) => startsWith(bytes, 'ftypavif', 4) || startsWith(bytes, 'ftypavis', 4) || isAvifByBrand(bytes),
}

/** By content, whatever the name; null for anything else, such as SVG, PDF or HEIC. */
export const pictureType = (bytes: Buffer): string | null =>
  Object.keys(signatures).find((type) => signatures[type]?.(bytes)) ?? null

/** As iPhones take them. The prebuilt decoder has no licence for their HEVC. */
export const isHeic = (bytes: Buffer): boolean =>
  ['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1'].some((brand) => startsWith(bytes, `ftyp${brand}`, 4)) &&
  pictureType(bytes) === null

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.subarray(at, at + text.length).toString('latin1') === text

/** Some programs write the general brand `mif1` first. */
function isAvifByBrand(bytes: Buffer): boolean {
  if (!startsWith(bytes, 'ftypmif1', 4)) return false
  return bytes.subarray(16, bytes.readUInt32BE(0)).toString('latin1').includes('avif')
}
