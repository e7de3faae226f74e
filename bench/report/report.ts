import type { Machine } from '../machine/describe-machine.ts'

/** One line of a table: what stands in its columns, by their names. null: there is nothing to report. */
export type Row = Record<string, string | number | null>

/** What issue and docs ask for, beside what came out. Nothing fails because of it. */
export interface Target {
  what: string
  measured: number
  atLeast?: number
  atMost?: number
}

export interface Chart {
  /** Of the file, without its ending. */
  file: string
  title: string
  x: string
  y: string
  lines: { name: string; points: { x: number; y: number }[] }[]
}

export interface Section {
  title: string
  rows: Row[]
  targets?: Target[]
  charts?: Chart[]
  notes?: string[]
  /** For programs alone: it stands in the JSON and not in the table. */
  details?: unknown
}

export interface Report {
  machine: Machine
  /** ISO 8601. */
  startedAt: string
  options: object
  sections: Record<string, Section>
}

export const isMet = ({ measured, atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }: Target) =>
  measured >= atLeast && measured <= atMost
