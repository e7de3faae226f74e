import { z } from 'zod'
import { type Issue, issueAt, type Path, pathText } from './issues.ts'

/** These ignore values of the wrong type, so that one answer reports mistakes of fields and across fields together. */
export const loose = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined)
export const looseText = loose(z.string())
export const looseList = <Schema extends z.ZodType>(entry: Schema) => z.array(entry).catch([])

/** Entries without a key are skipped. */
export function repeated<Entry extends object>(
  list: Path,
  field: keyof Entry & string,
  what: string,
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string | undefined,
): Issue[] {
  const firsts = new Map<string, number>()
  return entries.flatMap((entry, index) => {
    const key = keyOf(entry)
    if (key === undefined || key === '') return []
    const first = firsts.get(key)
    if (first === undefined) {
      firsts.set(key, index)
      return []
    }
    const other = pathText([...list, first])
    return [issueAt([...list, index, field], `${what} that ${other} does not have already`, entry[field])]
  })
}
