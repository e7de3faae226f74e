// ISO/IEC 18004, as far as it takes to show a text to a phone: bytes, error correction M, versions 1 to 20, and always the
// first mask, which a reader is told.

/** By version; bytes of error correction in each block, and how many blocks there are. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26]
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]
/** Of correction M with the first mask, with its own error correction and mask. */
const FORMAT = 0b101010000010010

/** Rows of dark modules, without the white around it. @throws Error for more than about 660 bytes */
export function qrCode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  const version = CORRECTION.findIndex((_, index) => dataBytes(index + 1) >= bytes.length + headerBytes(index + 1)) + 1
  if (version === 0) throw new Error('The text is too long for a QR code')
  const grid = emptyGrid(version)
  drawData(grid, withCorrection(packed(bytes, version), version))
  return grid.dark
}

interface Grid {
  dark: boolean[][]
  /** Where the data does not go. */
  isFixed: boolean[][]
}

const sizeOf = (version: number): number => 17 + 4 * version
const headerBytes = (version: number): number => (version < 10 ? 2 : 3)

function wholeBytes(version: number): number {
  const marks = version === 1 ? 0 : Math.floor(version / 7) + 2
  const ofMarks = marks === 0 ? 0 : (25 * marks - 10) * marks - 55
  return Math.floor(((16 * version + 128) * version + 64 - ofMarks - (version >= 7 ? 36 : 0)) / 8)
}

const at = (list: readonly number[], index: number): number => list[index] ?? 0
const dataBytes = (version: number): number =>
  wholeBytes(version) - at(CORRECTION, version - 1) * at(BLOCKS, version - 1)

/** Four bits of mode, the length, the bytes, and padding. */
function packed(bytes: Uint8Array, version: number): number[] {
  const lengthBits = version < 10 ? 8 : 16
  const bits = [
    '0100',
    bytes.length.toString(2).padStart(lengthBits, '0'),
    ...Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')),
    '0000',
  ].join('')
  const whole = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
  const length = dataBytes(version)
  return Array.from({ length }, (_, index) => whole[index] ?? ((index - whole.length) % 2 === 0 ? 0xec : 0x11))
}

/** The blocks, each with its correction, byte by byte in turns. */
function withCorrection(data: readonly number[], version: number): number[] {
  const count = at(BLOCKS, version - 1)
  const divisor = generator(at(CORRECTION, version - 1))
  const short = Math.floor(data.length / count)
  const longFrom = count - (data.length % count)
  const starts = Array.from({ length: count }, (_, block) => block * short + Math.max(0, block - longFrom))
  const blocks = starts.map((start, block) => data.slice(start, start + short + (block < longFrom ? 0 : 1)))
  return [...inTurns(blocks), ...inTurns(blocks.map((block) => remainder(block, divisor)))]
}

const inTurns = (lists: readonly number[][]): number[] =>
  Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, index) =>
    lists.flatMap((list) => list[index] ?? []),
  ).flat()

/** In the field of 256 elements with the polynomial 0x11d. */
function product(one: number, other: number): number {
  let result = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    result = (result << 1) ^ ((result >>> 7) * 0x11d)
    if ((other >>> bit) & 1) result ^= one
  }
  return result
}

/** Of Reed and Solomon, without its leading 1. */
function generator(degree: number): number[] {
  let result = [...new Array<number>(degree - 1).fill(0), 1]
  let root = 1
  for (let step = 0; step < degree; step += 1) {
    result = result.map((factor, index) => product(factor, root) ^ at(result, index + 1))
    root = product(root, 2)
  }
  return result
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  let result = new Array<number>(divisor.length).fill(0)
  for (const byte of data) {
    const factor = byte ^ at(result, 0)
    result = divisor.map((term, index) => at(result, index + 1) ^ product(term, factor))
  }
  return result
}

/** With everything that is the same for all texts. */
function emptyGrid(version: number): Grid {
  const size = sizeOf(version)
  const square = () => Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  const grid: Grid = { dark: square(), isFixed: square() }
  const fix = (x: number, y: number, isDark: boolean) => {
    const [row, fixed] = [grid.dark[y], grid.isFixed[y]]
    if (!row || !fixed || x < 0 || x >= size) return
    row[x] = isDark
    fixed[x] = true
  }
  for (let place = 0; place < size; place += 1) {
    fix(6, place, place % 2 === 0)
    fix(place, 6, place % 2 === 0)
  }
  const centres = [[3, 3] as const, [size - 4, 3] as const, [3, size - 4] as const]
  for (const [x, y] of centres) {
    drawRings(fix, x, y, 4, (ring) => ring !== 2 && ring !== 4)
  }
  const marks = markPlaces(version)
  const [first = 0, last = 0] = [marks[0], marks.at(-1)]
  for (const x of marks) {
    for (const y of marks) {
      const isCorner = (x === first && y === first) || (x === first && y === last) || (x === last && y === first)
      if (!isCorner) drawRings(fix, x, y, 2, (ring) => ring !== 1)
    }
  }
  drawFormat(fix, size)
  if (version >= 7) drawVersion(fix, size, version)
  return grid
}

type Fix = (x: number, y: number, isDark: boolean) => void

function drawRings(fix: Fix, x: number, y: number, reach: number, isDark: (ring: number) => boolean): void {
  for (let down = -reach; down <= reach; down += 1) {
    for (let right = -reach; right <= reach; right += 1) {
      fix(x + right, y + down, isDark(Math.max(Math.abs(right), Math.abs(down))))
    }
  }
}

function markPlaces(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2
  const last = sizeOf(version) - 7
  return [6, ...Array.from({ length: count - 1 }, (_, index) => last - step * (count - 2 - index))]
}

const bit = (bits: number, index: number): boolean => ((bits >>> index) & 1) === 1

/** Twice: around the first corner, and along the two others. */
function drawFormat(fix: Fix, size: number): void {
  for (let index = 0; index < 6; index += 1) fix(8, index, bit(FORMAT, index))
  fix(8, 7, bit(FORMAT, 6))
  fix(8, 8, bit(FORMAT, 7))
  fix(7, 8, bit(FORMAT, 8))
  for (let index = 9; index < 15; index += 1) fix(14 - index, 8, bit(FORMAT, index))
  for (let index = 0; index < 8; index += 1) fix(size - 1 - index, 8, bit(FORMAT, index))
  for (let index = 8; index < 15; index += 1) fix(8, size - 15 + index, bit(FORMAT, index))
  fix(8, size - 8, true)
}

function drawVersion(fix: Fix, size: number, version: number): void {
  let rest = version
  for (let step = 0; step < 12; step += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let index = 0; index < 18; index += 1) {
    const [one, other] = [size - 11 + (index % 3), Math.floor(index / 3)]
    fix(one, other, bit(bits, index))
    fix(other, one, bit(bits, index))
  }
}

/** In columns of two from the right, up and down in turns, under the mask. */
function drawData({ dark, isFixed }: Grid, bytes: readonly number[]): void {
  const size = dark.length
  let place = 0
  for (let pair = 0; pair < (size - 1) / 2; pair += 1) {
    // The column of the timing pattern is skipped.
    const right = size - 1 - 2 * pair - (size - 1 - 2 * pair <= 6 ? 1 : 0)
    for (let step = 0; step < size; step += 1) {
      const y = pair % 2 === 0 ? size - 1 - step : step
      const [row, fixed] = [dark[y], isFixed[y]]
      for (const x of [right, right - 1]) {
        if (!row || fixed?.[x]) continue
        row[x] = bit(at(bytes, place >>> 3), 7 - (place & 7)) !== ((x + y) % 2 === 0)
        place += 1
      }
    }
  }
}
