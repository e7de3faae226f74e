import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef } from 'preact/hooks'
import { SaveZoneDocument, type WholeZoneFragment, ZoneDocument } from '../../../../generated/console/documents.ts'
import { regionName } from '../../../../shared/regions.ts'
import { RequestError, request } from '../data/request.ts'
import { useChange } from '../data/use-data.ts'
import { countries, countryName } from '../parts/countries.ts'
import { useRecordForm } from '../parts/form/record-form.tsx'
import { RecordFrame } from '../parts/form/record-frame.tsx'
import { countOf } from '../parts/formats.ts'
import { useMayChange, useStoreName } from '../session/store-context.tsx'
import { Choices } from './choices.tsx'
import { ZONE_QUERIES } from './delivery-words.ts'
import { ZoneRegions } from './zone-regions.tsx'
import { entriesOf, isLong, type ZoneValues, zoneField, zoneInput, zoneValues } from './zone-values.ts'

const ENTRIES =
  'One on each line: a code, a British district such as SE1, a prefix such as 5600*, or a range such as 560001-560099.'

/** Where a zone is. @param zone null for a new one */
export function ZoneForm({ zone }: { zone: WholeZoneFragment | null }) {
  const store = useStoreName()
  const mayChange = useMayChange('settings')
  const navigate = useNavigate()
  const save = useChange(SaveZoneDocument, { invalidates: ZONE_QUERIES })
  const values = useMemo(() => zoneValues(zone), [zone])
  const sentStates = useRef<readonly string[]>([])
  const record = useRecordForm<ZoneValues>({
    draft: zone ? `zone:${zone.code}` : 'new-zone',
    values,
    version: zone?.version ?? null,
    labels: {
      name: 'Name',
      code: 'Code',
      countries: 'Countries',
      states: 'States or regions',
      regions: 'Region codes',
      postalCodes: 'Postal codes',
      excludedCodes: 'Excluded postal codes',
    },
    shownAs: {
      countries: (codes) => (codes as string[]).map(countryName).join(', ') || 'Every country',
      states: (codes) => (codes as string[]).map(regionName).join(', ') || '—',
    },
    fieldOf: (path) => zoneField(path, sentStates.current),
    saved: zone ? 'Saved' : 'Zone created',
    async save(values, version) {
      sentStates.current = values.states
      const { upsertShippingZone } = await save.mutateAsync({ input: { ...zoneInput(values, zone), version } })
      if (!zone && upsertShippingZone) {
        const { code } = upsertShippingZone
        await navigate({ to: '/s/$store/delivery/$zone', params: { store, zone: code }, replace: true })
      }
    },
    async read() {
      const { shippingZone: theirs } = await request(store, ZoneDocument, { code: zone?.code ?? '' })
      if (!theirs) throw new RequestError('NOT_FOUND', 'This zone has been deleted meanwhile.')
      return { values: zoneValues(theirs), version: theirs.version }
    },
  })
  const { fields, form } = record
  return (
    <RecordFrame
      record={record}
      label={zone ? `Zone ${zone.name}` : 'New zone'}
      mayChange={mayChange}
      save={zone ? 'Save' : 'Create zone'}
      beside={!zone && <span class="quiet">Its delivery methods come next.</span>}
    >
      <fieldset class="card fields">
        <legend class="hidden">Where it is</legend>
        {zone && <h2>Where it is</h2>}
        <div class="form-pairs">
          {fields.text('name', { required: true, maxLength: 100, hint: 'For you; shoppers do not see it.' })}
          {!zone &&
            fields.text('code', {
              maxLength: 50,
              autocomplete: 'off',
              hint: 'For programs and files: lower-case letters, digits and hyphens. Empty: made of the name. It cannot be changed later.',
            })}
          {fields.custom('countries', (control) => (
            <Choices
              label="Countries"
              hint="None: every country."
              options={countries()}
              add="Add a country"
              {...control}
            />
          ))}
          <form.Subscribe selector={({ values }) => values}>
            {(values) => <ZoneRegions fields={fields} values={values} />}
          </form.Subscribe>
        </div>
        <div class="form-pairs">
          {!(zone && isLong(zone.postalCodes)) && (
            <form.Subscribe selector={({ values }) => values.postalCodes}>
              {(typed) =>
                fields.longText('postalCodes', {
                  hint: `${ENTRIES} Empty: every postal code. ${countOfEntries(typed)}`,
                })
              }
            </form.Subscribe>
          )}
          {!(zone && isLong(zone.excludedCodes)) && (
            <form.Subscribe selector={({ values }) => values.excludedCodes}>
              {(typed) =>
                fields.longText('excludedCodes', {
                  hint: `Not delivered to, although they would belong here. ${countOfEntries(typed)}`,
                })
              }
            </form.Subscribe>
          )}
        </div>
      </fieldset>
    </RecordFrame>
  )
}

const countOfEntries = (text: string): string => {
  const count = entriesOf(text).length
  return count === 0 ? '' : `${countOf(count, 'entry', 'entries')}.`
}
