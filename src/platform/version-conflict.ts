import { Problem } from './problem.ts'

/** The refusal of a change that is based on a version which has been replaced meanwhile. */
export const versionConflict = (what: string): Problem =>
  new Problem('CONFLICT', `This ${what} was changed meanwhile. Read it again, then send your change with its version.`)
