import { type Issue, issueAt, type Path } from '../../../platform/input/issues.ts'
import { postalCodeOf } from '../../../platform/input/postal-code-list.ts'
import { countryInText } from '../../../shared/countries.ts'
import { entryReader } from '../../../shared/postal-entries.ts'

const MOST_NAMED = 3
const list = new Intl.ListFormat('en', { type: 'disjunction' })

/** What an entry of a zone has to be, for messages. */
export function zoneEntryText(countries: readonly string[]): string {
  if (countries.length === 0) return postalCodeOf('')
  const named = countries.slice(0, MOST_NAMED).map(countryInText)
  const where = ` of ${countries.length > MOST_NAMED ? 'the zone’s countries' : list.format(named)}`
  return postalCodeOf(where, countries[0])
}

/**
 * Entries of a zone in their stored form, each once.
 * @param issues gets those that no address of the countries can have
 */
export function zoneEntries(
  written: readonly string[],
  { countries, path, issues }: { countries: readonly string[]; path: Path; issues: Issue[] },
): string[] {
  const entryOf = entryReader(countries)
  const entries = written.flatMap((text, index) => {
    const entry = entryOf(text)
    if (entry === null) issues.push(issueAt([...path, index], zoneEntryText(countries), text))
    return entry === null ? [] : [entry]
  })
  return [...new Set(entries)]
}
