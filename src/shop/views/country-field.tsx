import { countriesIn } from '../../shared/countries.ts'
import type { PersonalVisit } from '../door/personal/personal-page.ts'
import { mistakeIn } from './alert.tsx'

const countries = countriesIn('en')

interface Props {
  name: string
  visit: Pick<PersonalVisit, 'fields' | 'refusal'>
  initial?: string | null | undefined
  /** For none of them; null where one has to be chosen. */
  otherwise: string | null
  required?: boolean
  /** The browser lets the form be sent without it, as it would also stop one whose field is hidden. */
  mayBeHidden?: boolean
  /** As a field's. */
  isRefreshing?: boolean
}

export function CountryField(props: Props) {
  const { name, visit, initial, otherwise, required = false, mayBeHidden = false, isRefreshing = false } = props
  const id = `f-${name.replaceAll('.', '-')}`
  const chosen = visit.fields[name] ?? initial ?? ''
  const mistake = mistakeIn(visit.refusal, name)
  return (
    <div class="labelled">
      <label for={id}>Country{otherwise !== null && !required && <small class="quiet-text"> optional</small>}</label>
      <select
        class="field"
        {...{ id, name }}
        required={required && !mayBeHidden}
        autocomplete="country"
        aria-invalid={mistake ? true : undefined}
        aria-describedby={mistake ? `${id}-mistake` : undefined}
        data-refresh={isRefreshing || undefined}
      >
        {otherwise !== null && <option value="">{otherwise}</option>}
        {countries.map(([code, name]) => (
          <option value={code} selected={code === chosen}>
            {name}
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
