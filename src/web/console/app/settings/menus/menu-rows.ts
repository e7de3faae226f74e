import type {
  MenuEndFragment,
  MenuEntryInput,
  MenuFragment,
  SubmenuEndFragment,
  SubmenuEntryInput,
} from '../../../../../generated/console/documents.ts'

type End = MenuEndFragment | SubmenuEndFragment

export type TargetKind = 'category' | 'page' | 'url' | 'heading'

/** An entry as it is typed. Those of the second level stand behind the one that they belong to. */
export interface MenuRow {
  level: 0 | 1
  label: string
  kind: TargetKind
  /** Name, ID or address. */
  target: string
  /** Why shoppers do not see it; empty if they do. */
  notice: string
}

const notices = {
  SHOWN: '',
  DRAFT: 'Not shown: its page is a draft.',
  EMPTY: 'Not shown: its category has no active product.',
  GONE: '',
} as const

const kindOf = ({ category, page, url }: End): TargetKind =>
  category !== null ? 'category' : page !== null ? 'page' : url !== null ? 'url' : 'heading'

const rowOf = (entry: End, level: 0 | 1): MenuRow => ({
  level,
  label: entry.label,
  kind: kindOf(entry),
  target: entry.category ?? entry.page ?? entry.url ?? '',
  notice: notices[entry.state],
})

/** Without what is gone; what stood below it is left under a heading. */
export const rowsOf = ({ entries }: MenuFragment): MenuRow[] =>
  entries.flatMap(({ entries: below, ...entry }): MenuRow[] => {
    const left = below.filter(({ state }) => state !== 'GONE').map((one) => rowOf(one, 1))
    if (entry.state !== 'GONE') return [rowOf(entry, 0), ...left]
    return left.length === 0 ? [] : [{ ...rowOf(entry, 0), kind: 'heading', target: '' }, ...left]
  })

/** The labels of what is gone. */
export const goneIn = ({ entries }: MenuFragment): string[] =>
  entries.flatMap(({ entries: below, ...entry }) =>
    [entry, ...below].filter(({ state }) => state === 'GONE').map(({ label }) => label),
  )

const endOf = ({ label, kind, target }: MenuRow) => ({
  label: label.trim(),
  ...(kind !== 'heading' && { [kind]: target.trim() }),
})

export function inputOf(rows: readonly MenuRow[]): MenuEntryInput[] {
  const entries: (MenuEntryInput & { entries: SubmenuEntryInput[] })[] = []
  for (const row of rows) {
    const parent = entries.at(-1)
    if (row.level === 1 && parent) parent.entries.push(endOf(row))
    else entries.push({ ...endOf(row), entries: [] })
  }
  return entries
}

/** With those below it. */
const lengthAt = (rows: readonly MenuRow[], at: number): number => {
  if (rows[at]?.level === 1) return 1
  const next = rows.findIndex(({ level }, index) => index > at && level === 0)
  return (next < 0 ? rows.length : next) - at
}

/** Past the entry before or behind it: one of the first level with those below it. Null where it cannot go. */
export function movedRow(rows: readonly MenuRow[], at: number, by: -1 | 1): { rows: MenuRow[]; at: number } | null {
  const length = lengthAt(rows, at)
  const block = rows.slice(at, at + length)
  const rest = [...rows.slice(0, at), ...rows.slice(at + length)]
  const isTop = rows[at]?.level === 0
  let to = at + by
  if (isTop && by === -1) while (to > 0 && rest[to]?.level === 1) to -= 1
  if (isTop && by === 1) while (to < rest.length && rest[to]?.level === 1) to += 1
  // The first of all is of the first level.
  const isPossible = to >= 0 && to <= rest.length && (isTop || to > 0)
  return isPossible ? { rows: [...rest.slice(0, to), ...block, ...rest.slice(to)], at: to } : null
}

/** Which row the server's path is about, such as `[2].entries[0].url`. */
export function rowAt(rows: readonly MenuRow[], path: string): number {
  const [first = 0, below] = [...path.matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index))
  const tops = rows.flatMap(({ level }, index) => (level === 0 ? [index] : []))
  return (tops[first] ?? 0) + (below === undefined ? 0 : below + 1)
}
