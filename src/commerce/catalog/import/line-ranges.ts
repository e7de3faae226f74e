const MOST_RANGES = 20

/** `lines 2-4, 9`. */
export function lineRanges(lines: readonly number[]): string {
  const ranges: { from: number; to: number }[] = []
  for (const line of lines.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && line === last.to + 1) last.to = line
    else ranges.push({ from: line, to: line })
  }
  const listed = ranges.slice(0, MOST_RANGES).map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
  const more = ranges.length > MOST_RANGES ? ' and more' : ''
  return `${lines.length === 1 ? 'line' : 'lines'} ${listed.join(', ')}${more}`
}
