import type { ComponentChildren } from 'preact'
import type { Refusal } from '../../../api/http/refusal.ts'
import { whenAgain } from './when-again.ts'

/** @param id `notice` for the one that a form was answered with */
export const Alert = ({ id, children }: { id?: 'notice'; children: ComponentChildren }) => (
  <p class="alert" role="status" id={id} tabindex={id && -1}>
    {children}
  </p>
)

interface Props {
  refusal: Refusal | null
  /** Names of the form's fields, beside which their mistakes are shown. */
  fields?: readonly string[]
}

/** Why a form was refused, where that is not said beside its fields. */
export function Problems({ refusal, fields = [] }: Props) {
  if (!refusal) return null
  const mistakes = refusal.mistakes ?? []
  const elsewhere = mistakes.filter(({ field }) => !fields.includes(field)).map(({ message }) => message)
  const notices = (refusal.notices ?? []).map(({ message }) => String(message))
  const [, ...others] = new Set([refusal.message, ...elsewhere, ...notices])
  return (
    <div class="alert bad" role="alert" tabindex={-1} id="problems">
      <p>{refusal.message}</p>
      {refusal.retryAfter !== undefined && <p>{whenAgain(refusal.retryAfter)}</p>}
      {others.length > 0 && (
        <ul>
          {others.map((message) => (
            <li>{message}</li>
          ))}
        </ul>
      )}
      {mistakes.some(({ field }) => fields.includes(field)) && <p>Please check the fields that are marked.</p>}
    </div>
  )
}

/** What is wrong with one field. */
export const mistakeIn = (refusal: Refusal | null, field: string): string | null =>
  refusal?.mistakes?.find((mistake) => mistake.field === field)?.message ?? null
