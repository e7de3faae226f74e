import { useRef } from 'preact/hooks'
import type { recordFields } from '../parts/form/record-fields.tsx'
import { Choices } from './choices.tsx'
import { INDIA, indianStates } from './indian-states.ts'
import type { ZoneValues } from './zone-values.ts'

const UNNAMED = 'An order that names no region is not in a zone with regions.'

interface ZoneRegionsProps {
  fields: ReturnType<typeof recordFields<ZoneValues>>
  /** What is typed now. */
  values: Pick<ZoneValues, 'countries' | 'states' | 'regions'>
}

/** The states of India by name where the zone has India, and codes of regions where it may have other countries. */
export function ZoneRegions({ fields, values: { countries, states, regions } }: ZoneRegionsProps) {
  const isIndian = useStaying(countries.includes(INDIA) || states.length > 0, countries.join())
  const isForeign = useStaying(countries.join() !== INDIA || regions !== '', countries.join())
  return (
    <>
      {isIndian &&
        fields.custom('states', (control) => (
          <Choices
            label="States of India"
            hint={
              isForeign
                ? 'With states or region codes, the zone has these alone; without, all of its countries.'
                : 'None: every state. An order that names no state is not in a zone with states.'
            }
            options={indianStates}
            add="Add a state"
            {...control}
          />
        ))}
      {isForeign &&
        fields.text('regions', {
          autocomplete: 'off',
          hint: isIndian
            ? `Of other countries: ISO 3166-2 codes such as US-CA, with commas between them. ${UNNAMED}`
            : `ISO 3166-2 codes such as US-CA, with commas between them; add India to the countries to choose its states by name. Empty: every region. ${UNNAMED}`,
        })}
    </>
  )
}

/** Keeps true what has been true until the key changes, so that no field vanishes under the cursor that empties it. */
function useStaying(now: boolean, key: string): boolean {
  const kept = useRef({ key, was: now })
  if (kept.current.key !== key) kept.current = { key, was: now }
  if (now) kept.current.was = true
  return kept.current.was
}
