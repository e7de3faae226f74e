import type { PlatformRow } from './platform-row.ts'

export const typesOf = (row: PlatformRow): string[] =>
  row
    .text('type')
    .toLowerCase()
    .split(',')
    .map((type) => type.trim())

/** A list of the export: a comma within an entry has a backslash before it. */
export const listIn = (cell: string): string[] =>
  cell
    .split(/(?<!\\),/)
    .map((entry) => entry.replaceAll('\\,', ',').trim())
    .filter((entry) => entry !== '')
