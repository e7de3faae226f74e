import { regionCode, regionsOf, regionWord } from '../../shared/regions.ts'
import type { PersonalVisit } from '../door/personal/personal-page.ts'
import { mistakeIn } from './alert.tsx'
import { Field } from './field.tsx'

interface Props {
  name: string
  visit: Pick<PersonalVisit, 'fields' | 'refusal'>
  initial?: string | null | undefined
  /** Whose regions they are, ISO 3166-1; null when it is not known. */
  country: string | null
  required?: boolean
  /** As a field's. */
  isRefreshing?: boolean
}

/** The regions by name where those of the country are known; else a text. */
export function RegionField({ name, visit, initial, country, required = false, isRefreshing = false }: Props) {
  const regions = country === null ? null : regionsOf(country)
  const label = regionWord(country ?? '')
  if (country === null || !regions) {
    return (
      <Field
        {...{ visit, name, label, initial, required, isRefreshing }}
        autocomplete="address-level1"
        maxlength={100}
      />
    )
  }
  const id = `f-${name.replaceAll('.', '-')}`
  const written = visit.fields[name] ?? initial ?? ''
  const chosen = regionCode(country, written) ?? ''
  const mistake = mistakeIn(visit.refusal, name)
  return (
    <div class="labelled">
      <label for={id}>
        {label}
        {!required && <small class="quiet-text"> optional</small>}
      </label>
      <select
        class="field"
        {...{ id, name, required }}
        autocomplete="address-level1"
        aria-invalid={mistake ? true : undefined}
        aria-describedby={mistake ? `${id}-mistake` : undefined}
        data-refresh={isRefreshing || undefined}
      >
        <option value="">{required ? 'Please choose' : 'Not given'}</option>
        {regions.map(([code, region]) => (
          <option value={code} selected={code === chosen}>
            {region}
          </option>
        ))}
      </select>
      {mistake && (
        <p class="mistake" id={`${id}-mistake`}>
          {mistake}
        </p>
      )}
    </div>
  )
}
