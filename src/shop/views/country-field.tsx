import { countriesIn } from '../../shared/countries.ts'
import type { PersonalVisit } from '../door/personal/personal-page.ts'

const countries = countriesIn('en')

interface Props {
  name: string
  visit: Pick<PersonalVisit, 'fields'>
  initial?: string | null | undefined
  /** For none of them; null where one has to be chosen. */
  otherwise: string | null
  /** As a field's. */
  isRefreshing?: boolean
}

export function CountryField({ name, visit, initial, otherwise, isRefreshing = false }: Props) {
  const id = `f-${name.replaceAll('.', '-')}`
  const chosen = visit.fields[name] ?? initial ?? ''
  return (
    <div class="labelled">
      <label for={id}>Country{otherwise !== null && <small class="quiet-text"> optional</small>}</label>
      <select class="field" id={id} name={name} autocomplete="country" data-refresh={isRefreshing || undefined}>
        {otherwise !== null && <option value="">{otherwise}</option>}
        {countries.map(([code, name]) => (
          <option value={code} selected={code === chosen}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
