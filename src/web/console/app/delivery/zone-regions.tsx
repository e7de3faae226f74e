import { useRef } from 'preact/hooks'
import { COUNTRIES_WITH_REGIONS, regionName, regionsOf } from '../../../../shared/regions.ts'
import { countryName } from '../parts/countries.ts'
import type { recordFields } from '../parts/form/record-fields.tsx'
import { Choices } from './choices.tsx'
import type { ZoneValues } from './zone-values.ts'

interface ZoneRegionsProps {
  fields: ReturnType<typeof recordFields<ZoneValues>>
  /** What is typed now. */
  values: Pick<ZoneValues, 'countries' | 'states' | 'regions'>
}

/** Regions by name where those of the zone's countries are known, and by code where it may have other countries. */
export function ZoneRegions({ fields, values: { countries, states, regions } }: ZoneRegionsProps) {
  const named = COUNTRIES_WITH_REGIONS.filter(
    (country) => countries.includes(country) || states.some((state) => state.startsWith(`${country}-`)),
  )
  const hasNamed = useStaying(named.length > 0, countries.join())
  const hasOthers = countries.length === 0 || countries.some((country) => !named.includes(country))
  const isTyped = useStaying(hasOthers || regions !== '', countries.join())
  return (
    <>
      {hasNamed &&
        fields.custom('states', (control) => (
          <Choices
            label="States or regions"
            hint={
              isTyped
                ? 'With states or region codes, the zone has these alone; without, all of its countries.'
                : 'None: all of them. Shoppers are asked for their state where a zone has states.'
            }
            options={optionsOf(named)}
            add="Add a state or region"
            {...control}
          />
        ))}
      {isTyped &&
        fields.text('regions', {
          autocomplete: 'off',
          hint: hasNamed
            ? 'Of other countries: codes such as LK-1, with commas between them.'
            : 'Codes such as LK-1, with commas between them; for many countries, you can choose regions by name after choosing the country. Empty: every region.',
        })}
    </>
  )
}

/** With the country behind the name, where there are several. */
const optionsOf = (countries: readonly string[]): readonly (readonly [string, string])[] =>
  countries.flatMap((country) =>
    (regionsOf(country) ?? []).map(
      ([code]) =>
        [code, countries.length === 1 ? regionName(code) : `${regionName(code)}, ${countryName(country)}`] as const,
    ),
  )

/** Keeps true what has been true until the key changes, so that no field vanishes under the cursor that empties it. */
function useStaying(now: boolean, key: string): boolean {
  const kept = useRef({ key, was: now })
  if (kept.current.key !== key) kept.current = { key, was: now }
  if (now) kept.current.was = true
  return kept.current.was
}
