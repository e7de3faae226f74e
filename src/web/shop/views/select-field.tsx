import type { ComponentChildren } from 'preact'
import type { PersonalVisit } from '../http/personal/personal-page.ts'
import { mistakeIn } from './alert.tsx'

export interface ChoiceProps {
  /** As the operation's mistakes name it. */
  name: string
  visit: Pick<PersonalVisit, 'fields' | 'refusal'>
  required?: boolean
  /** The browser lets the form be sent without it, as it would also stop one whose field is hidden. */
  mayBeHidden?: boolean
  /** As a field's. */
  isRefreshing?: boolean
}

interface Props extends ChoiceProps {
  label: ComponentChildren
  autocomplete: string
  isOptional: boolean
  chosen: string
  /** What is chosen in place of any of them; null where one has to be. */
  otherwise: string | null
  /** Value and text. */
  options: readonly (readonly [string, string])[]
}

export function SelectField(props: Props) {
  const { name, visit, label, autocomplete, isOptional, chosen, otherwise, options } = props
  const { required = false, mayBeHidden = false, isRefreshing = false } = props
  const id = `f-${name.replaceAll('.', '-')}`
  const mistake = mistakeIn(visit.refusal, name)
  return (
    <div class="labelled">
      <label for={id}>
        {label}
        {isOptional && <small class="quiet-text"> optional</small>}
      </label>
      <select
        class="field"
        {...{ id, name }}
        required={required && !mayBeHidden}
        autocomplete={autocomplete}
        aria-invalid={mistake ? true : undefined}
        aria-describedby={mistake ? `${id}-mistake` : undefined}
        data-refresh={isRefreshing || undefined}
      >
        {otherwise !== null && <option value="">{otherwise}</option>}
        {options.map(([value, text]) => (
          <option value={value} selected={value === chosen}>
            {text}
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
