import { regionCode, regionsOf, regionWord } from '../../../shared/regions.ts'
import { Field } from './field.tsx'
import { type ChoiceProps, SelectField } from './select-field.tsx'

interface Props extends ChoiceProps {
  initial?: string | null | undefined
  /** Whose regions they are, ISO 3166-1; null when it is not known. */
  country: string | null
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
        hint={country !== null && `Its code, such as ${country}-1.`}
      />
    )
  }
  return (
    <SelectField
      {...{ name, label, visit, required, mayBeHidden, isRefreshing }}
      autocomplete="address-level1"
      isOptional={!required}
      chosen={regionCode(country, written) ?? ''}
      otherwise={required ? 'Please choose' : 'Not given'}
      options={regions}
    />
  )
}
