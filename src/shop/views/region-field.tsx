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
  /** The browser lets the form be sent without it, as it would also stop one whose field is hidden. */
  mayBeHidden?: boolean
  /** As a field's. */
  isRefreshing?: boolean
}

/**
 * What is sent of a region: nothing of another country's, and nothing that cannot be read where the country's regions
 * are not known, as browsers fill in names of which nothing depends. @param country ISO 3166-1, or empty
 */
export function regionIn(region: string, country: string): string {
  if (regionsOf(country)) return /^[A-Z]{2}-/.test(region) && !region.startsWith(`${country}-`) ? '' : region
  return regionCode(country, region) ?? ''
}

/** The regions by name where those of the country are known; else a text, where something depends on it. */
export function RegionField(props: Props) {
  const { name, visit, initial, country, required = false, mayBeHidden = false, isRefreshing = false } = props
  const regions = country === null ? null : regionsOf(country)
  const label = regionWord(country ?? '')
  const written = visit.fields[name] ?? initial ?? ''
  if (country === null || !regions) {
    const readable = regionIn(written, country ?? '')
    if (!required && readable === '') return null
    return (
      <Field
        {...{ name, label, initial: readable, required, mayBeHidden, isRefreshing }}
        visit={{ ...visit, fields: {} }}
        autocomplete="address-level1"
        maxlength={100}
        hint={country !== null && `Its ISO 3166-2 code, which begins with ${country}-.`}
      />
    )
  }
  const id = `f-${name.replaceAll('.', '-')}`
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
        {...{ id, name }}
        required={required && !mayBeHidden}
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
