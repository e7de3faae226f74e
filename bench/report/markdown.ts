import type { Machine } from '../machine/describe-machine.ts'
import { isMet, type Row, type Section, type Target } from './report.ts'

/** The number with about three figures, and thousands set apart; a dash for what was not measured. */
export function shown(value: string | number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–'
  if (typeof value === 'string') return value
  const decimals = value === 0 || Number.isInteger(value) ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))))
  return value.toLocaleString('en-US', { maximumFractionDigits: Math.min(4, decimals) })
}

/** Columns in the order in which rows name them first; numbers to the right. */
export function markdownTable(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = [columns, ...rows.map((row) => columns.map((column) => shown(row[column])))]
  const widths = columns.map((_, index) => Math.max(3, ...cells.map((line) => line[index]?.length ?? 0)))
  const isNumber = columns.map((column) => rows.every((row) => typeof row[column] !== 'string'))
  const line = (texts: string[]) => `| ${texts.map((text, index) => pad(text, index)).join(' | ')} |`
  const pad = (text: string, index: number) =>
    isNumber[index] ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0)
  const rule = widths.map((width, index) => (isNumber[index] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  return [line(columns), line(rule), ...cells.slice(1).map(line)].join('\n')
}

const targetRow = (target: Target): Row => ({
  target: target.what,
  wanted: target.atLeast === undefined ? `≤ ${shown(target.atMost)}` : `≥ ${shown(target.atLeast)}`,
  measured: target.measured,
  '': isMet(target) ? 'met' : 'not met',
})

export function sectionMarkdown(name: string, { title, rows, targets = [], notes = [] }: Section): string {
  const parts = [`## ${name}: ${title}`, markdownTable(rows)]
  if (targets.length > 0) parts.push(markdownTable(targets.map(targetRow)))
  if (notes.length > 0) parts.push(notes.map((note) => `- ${note}`).join('\n'))
  return `${parts.join('\n\n')}\n`
}

export const machineMarkdown = (machine: Machine): string =>
  `${machine.cores} × ${machine.processor}, ${machine.memoryGiB} GiB; Node ${machine.node}, PostgreSQL ${machine.postgresql}; ` +
  `load by ${machine.loadClient}; ${machine.pinning}; load average ${shown(machine.loadBefore)} before the run\n`
