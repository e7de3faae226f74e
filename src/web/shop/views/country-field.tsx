import { countriesIn } from '../../../shared/countries.ts'
import { type ChoiceProps, SelectField } from './select-field.tsx'

const countries = countriesIn('en')

interface Props extends ChoiceProps {
  initial?: string | null | undefined
  /** For none of them; null where one has to be chosen. */
  otherwise: string | null
}

export function CountryField({ initial, ...props }: Props) {
  const { name, visit, otherwise, required = false } = props
  return (
    <SelectField
      {...props}
      label="Country"
      autocomplete="country"
      isOptional={otherwise !== null && !required}
      chosen={visit.fields[name] ?? initial ?? ''}
      options={countries}
    />
  )
}
