import { thumbHashToRGBA } from 'thumbhash'

/** Of the longer side. Browsers smooth them when they enlarge them, and a ThumbHash says no more. */
const PIXELS = 8
const HEADER_BYTES = 54
const PIXEL_BYTES = 3
/** Rows of a bitmap are filled up to a multiple. */
const ROW_UNIT = 4

interface Picture {
  /** Base64. */
  thumbhash: string
  width: number
  height: number
}

type Decoded = ReturnType<typeof thumbHashToRGBA>

/**
 * A tiny picture as an address, to be seen until the picture itself is there, which then covers it. Null where that has
 * transparent parts, through which it would still be seen.
 */
export function previewOf({ thumbhash, width, height }: Picture): string | null {
  const decoded = thumbHashToRGBA(Buffer.from(thumbhash, 'base64'))
  if (decoded.rgba.some((value, index) => index % 4 === 3 && value < 255)) return null
  // Rounded down: a wider one would be seen beside the picture.
  const columns = Math.max(1, Math.floor(PIXELS * Math.min(1, width / height)))
  const rows = Math.max(1, Math.floor(PIXELS * Math.min(1, height / width)))
  return `data:image/bmp;base64,${bitmap(decoded, columns, rows).toString('base64')}`
}

/** BMP: every browser shows it, and nothing has to be compressed. */
function bitmap(decoded: Decoded, columns: number, rows: number): Buffer {
  const rowBytes = Math.ceil((columns * PIXEL_BYTES) / ROW_UNIT) * ROW_UNIT
  const bytes = Buffer.alloc(HEADER_BYTES + rows * rowBytes)
  bytes.write('BM')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(HEADER_BYTES, 10)
  bytes.writeUInt32LE(HEADER_BYTES - 14, 14)
  bytes.writeInt32LE(columns, 18)
  bytes.writeInt32LE(rows, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(PIXEL_BYTES * 8, 28)
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1) {
      // The lowest row comes first, and blue before red.
      const at = HEADER_BYTES + (rows - 1 - y) * rowBytes + x * PIXEL_BYTES
      bytes.set(average(decoded, part(x, columns, decoded.w), part(y, rows, decoded.h)).toReversed(), at)
    }
  return bytes
}

type Range = readonly [from: number, to: number]

/** Of the decoded pixels, at most 32 in a row, that become one. */
function part(index: number, count: number, length: number): Range {
  const from = Math.floor((index * length) / count)
  return [from, Math.max(from + 1, Math.floor(((index + 1) * length) / count))]
}

/** Red, green, blue. */
function average({ w, rgba }: Decoded, [left, right]: Range, [top, bottom]: Range): number[] {
  const sum = [0, 0, 0]
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const at = (y * w + x) * 4
      sum.forEach((value, channel) => {
        sum[channel] = value + (rgba[at + channel] ?? 0)
      })
    }
  return sum.map((value) => value / ((right - left) * (bottom - top)))
}
