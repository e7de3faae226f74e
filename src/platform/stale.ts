import { Problem } from './problem.ts'

/** Why a change is refused that was based on a version which somebody has replaced meanwhile. */
export const stale = (what: string): Problem =>
  new Problem('CONFLICT', `This ${what} was changed meanwhile. Read it again, then send your change with its version.`)
