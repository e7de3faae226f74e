import type { ComponentChildren } from 'preact'
import type { PersonalVisit } from '../http/personal/personal-page.ts'
import { mistakeIn } from './alert.tsx'

interface Props {
  /** As the operation's mistakes name it. */
  name: string
  label: string
  hint?: ComponentChildren
  visit: Pick<PersonalVisit, 'fields' | 'refusal'>
  /** Until something was typed. */
  initial?: string | null | undefined
  /** For a text of several lines. */
  rows?: number
  type?: 'text' | 'email' | 'tel' | 'password'
  required?: boolean
  /** The browser lets the form be sent without it, as it would also stop one whose field is hidden. */
  mayBeHidden?: boolean
  /** Required of some, so that it is not called optional. */
  isSometimesRequired?: boolean
  autocomplete?: string
  maxlength?: number
  /** The page shows at once what follows from it. */
  isRefreshing?: boolean
}

/** A field with its label, what was typed last, and what was wrong with it. */
export function Field(props: Props) {
  const { name, label, hint, visit, initial, rows, type = 'text', required = false, autocomplete, maxlength } = props
  const isRefreshing = props.isRefreshing || undefined
  const mistake = mistakeIn(visit.refusal, name)
  const id = `f-${name.replaceAll('.', '-')}`
  const described = [hint ? `${id}-hint` : '', mistake ? `${id}-mistake` : ''].filter(Boolean).join(' ')
  const shared = {
    ...{ class: 'field', id, name, autocomplete, maxlength },
    required: required && !props.mayBeHidden,
    'aria-invalid': mistake ? (true as const) : undefined,
    'aria-describedby': described || undefined,
    'data-refresh': isRefreshing,
  }
  const value = visit.fields[name] ?? initial ?? ''
  return (
    <div class="labelled">
      <label for={id}>
        {label}
        {!required && !props.isSometimesRequired && <small class="quiet-text"> optional</small>}
      </label>
      {rows === undefined ? (
        // Preact's types differ by type, but only in what roles there can be.
        <input {...shared} type={type as 'text'} value={type === 'password' ? '' : value} dir="auto" />
      ) : (
        <textarea {...shared} rows={rows} dir="auto">
          {value}
        </textarea>
      )}
      {hint && (
        <p class="quiet-text" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {mistake && (
        <p class="mistake" id={`${id}-mistake`}>
          {mistake}
        </p>
      )}
    </div>
  )
}
