import { useState } from 'preact/hooks'
import { say, sayError } from '../parts/toasts.tsx'

export interface Placed {
  code: string
  name: string
  position: number
  version: number
}

/** The rows with the one at a place moved to another. */
export function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const others = rows.filter((_, index) => index !== from)
  return [...others.slice(0, to), ...rows.slice(from, from + 1), ...others.slice(to)]
}

/**
 * Changes the order of rows that have a position each, with a way back.
 * @param save of one row, on the version it is based on; returns the version that is there now
 */
export function useOrder<Row extends Placed>(save: (row: Row, position: number) => Promise<number>) {
  const [isBusy, setBusy] = useState(false)
  async function move(rows: readonly Row[], from: number, to: number, isUndo = false): Promise<void> {
    setBusy(true)
    try {
      const after: Row[] = []
      for (const [position, row] of moved(rows, from, to).entries()) {
        const version = row.position === position ? row.version : await save(row, position)
        after.push({ ...row, position, version })
      }
      const name = rows[from]?.name ?? ''
      if (isUndo) say(`${name} is back in its place`)
      else say(`${name} moved ${to < from ? 'up' : 'down'}`, () => void move(after, to, from, true))
    } catch (error) {
      sayError(error as Error)
    }
    setBusy(false)
  }
  return { isBusy, move }
}
