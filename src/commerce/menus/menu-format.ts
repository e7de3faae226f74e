import { z } from 'zod'
import { fields, lineName, linkAddress, text } from '../../platform/input/fields.ts'
import { type Issue, issueAt, type Path } from '../../platform/input/issues.ts'
import { tidyText } from '../../platform/text/text.ts'
import { MAX_MENU_ENTRIES } from '../stores/menu-entries.ts'

export interface MenuEntry {
  label: string
  category?: string | null | undefined
  /** Its ID for the owner's API, its slug in bundles. */
  page?: string | null | undefined
  url?: string | null | undefined
  entries?: MenuEntry[] | null | undefined
}

const TARGETS = ['category', 'page', 'url'] as const

const ends = {
  label: lineName(60).transform(tidyText).meta({ description: 'The text of the entry.' }),
  category: text(255).transform(tidyText).nullish().meta({ description: 'The name of the category that it leads to.' }),
  page: text(255).nullish().meta({ description: 'The slug of the page that it leads to.' }),
  url: linkAddress.nullish().meta({
    description: 'Where else it leads: https, http, mailto, tel, or a path such as "/contact".',
  }),
}

const third = z
  .array(z.never({ error: 'no entry here, since menus have two levels' }))
  .nullish()
  .meta({ description: 'Always empty: menus have two levels.' })

const second = fields({ ...ends, entries: third })

const first = fields({
  ...ends,
  entries: z.array(second).max(MAX_MENU_ENTRIES).nullish().meta({ description: 'The entries below it.' }),
})

/** Each leads to one of `category`, `page` and `url`; a heading above others may lead nowhere. */
export const menuFormat = z.array(first).max(MAX_MENU_ENTRIES)

/** Two levels. */
export type MenuInput = z.output<typeof menuFormat>

const Draft = z
  .array(
    z
      .object({ category: z.unknown(), page: z.unknown(), url: z.unknown(), entries: z.array(z.unknown()).catch([]) })
      .partial()
      .catch({}),
  )
  .catch([])

/** What is wrong with more than one field. Takes any JSON. */
export function checkMenu(path: Path, json: unknown): Issue[] {
  const entries = Draft.parse(json)
  const total = entries.reduce((sum, { entries: below = [] }) => sum + 1 + below.length, 0)
  const tooMany =
    total > MAX_MENU_ENTRIES ? [issueAt(path, `at most ${MAX_MENU_ENTRIES} entries, both levels together`, total)] : []
  return [...tooMany, ...targetIssues(path, entries, true)]
}

function targetIssues(path: Path, entries: z.output<typeof Draft>, mayBeHeading: boolean): Issue[] {
  return entries.flatMap((entry, index) => {
    const given = TARGETS.filter((target) => entry[target] != null)
    const below = entry.entries ?? []
    const isHeading = given.length === 0 && mayBeHeading && below.length > 0
    const mistake =
      given.length === 1 || isHeading ? [] : [issueAt([...path, index], 'one of category, page and url', given)]
    return [...mistake, ...targetIssues([...path, index, 'entries'], Draft.parse(below), false)]
  })
}
