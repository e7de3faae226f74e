import { fields } from '../../../platform/input/fields.ts'
import type { Issue } from '../../../platform/input/issues.ts'
import { parseInputAll, problemOfAll } from '../../../platform/input/parse-input-all.ts'
import { writtenPostalCodes } from '../../../platform/input/postal-code-list.ts'
import { Problem, versionConflict } from '../../../platform/problem.ts'
import { MAX_POSTAL_CODES } from '../../../shared/postal-code-set.ts'
import { entryReader } from '../../../shared/postal-entries.ts'
import { changedFields } from '../../history/changed-fields.ts'
import { type ChangedBy, recordChange } from '../../history/record-change.ts'
import { changeTerms } from '../../stores/change-content.ts'
import { type OwnerZone, zoneNotFound, zoneSubject } from './upsert-zone.ts'
import { zoneEntries } from './zone-entries.ts'

type List = readonly string[] | null | undefined

export interface PostalCodesInput {
  /** The code of the zone. */
  zone: string
  /** Of the codes that the zone excludes. */
  excluded?: boolean | null | undefined
  add?: List
  remove?: List
  replace?: List
  /** Needed by none of the changes: they do not depend on what was there. */
  version?: number | null | undefined
}

const lists = fields({
  add: writtenPostalCodes.nullish(),
  remove: writtenPostalCodes.nullish(),
  replace: writtenPostalCodes.nullish(),
})

/**
 * Changes the postal entries of a zone: first replaces, then removes, then adds. Removing what is not there changes
 * nothing.
 * @throws Problem BAD_USER_INPUT with the index of every mistake, NOT_FOUND, CONFLICT when the version is outdated
 */
export async function changePostalCodes(
  scope: Parameters<typeof changeTerms>[0] & ChangedBy,
  { zone: code, excluded, version, ...given }: PostalCodesInput,
): Promise<OwnerZone> {
  const { add, remove, replace } = parseInputAll(lists, given)
  const { store } = scope
  return changeTerms(scope, async (tx) => {
    const where = { storeId_code: { storeId: store.id, code } }
    const zone = await tx.shippingZone.findUnique({ where })
    if (!zone) throw zoneNotFound()
    if (version != null && version !== zone.version) throw versionConflict('delivery zone')
    const column = excluded ? 'excludedCodes' : 'postalCodes'
    const { countries } = zone
    const issues: Issue[] = []
    const read = (written: readonly string[], path: string) => zoneEntries(written, { countries, issues, path: [path] })
    // Any text may go: what is stored may be older than what is refused today.
    const entryOf = entryReader(countries)
    const gone = new Set((remove ?? []).flatMap((entry) => [entry, entryOf(entry)]))
    const isLeft = (entry: string) => gone.size === 0 || (!gone.has(entry) && !gone.has(entryOf(entry)))
    const left = (replace ? read(replace, 'replace') : zone[column]).filter(isLeft)
    const entries = [...new Set([...left, ...read(add ?? [], 'add')])]
    if (issues.length > 0) throw problemOfAll(issues)
    if (entries.length > MAX_POSTAL_CODES) {
      throw new Problem(
        'BAD_USER_INPUT',
        `A zone can have ${MAX_POSTAL_CODES} entries, and this would make ${entries.length}. Use prefixes such as 5600*, or ranges.`,
      )
    }
    const updated = await tx.shippingZone.update({
      where,
      data: { [column]: entries, version: { increment: 1 } },
      include: { methods: { orderBy: [{ position: 'asc' }, { code: 'asc' }] } },
    })
    const changed = changedFields(zone, { [column]: entries }, { currency: '' })
    await recordChange(tx, scope, { ...zoneSubject(zone), action: 'CHANGED', fields: changed })
    return updated
  })
}
