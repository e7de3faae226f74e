import { createFormHookContexts } from '@tanstack/react-form'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

export const { fieldContext, formContext, useFieldContext, useFormContext } = createFormHookContexts()

export interface FieldProps {
  label: ComponentChildren
  hint?: ComponentChildren
}

interface FrameProps extends FieldProps {
  /** How the field reads what is typed, before it is saved. */
  understood?: string | null
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }) => ComponentChildren
}

/** Label, control, hint and mistake, connected for screen readers. */
export function Frame({ label, hint, understood: text, children }: FrameProps) {
  const id = useId()
  const mistake = useMistake()
  const described = [text && `${id}-understood`, hint && `${id}-hint`, mistake && `${id}-mistake`]
    .filter(Boolean)
    .join(' ')
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      {children({
        id,
        ...(described !== '' && { 'aria-describedby': described }),
        ...(mistake && { 'aria-invalid': true }),
      })}
      {text && (
        <span class="field-understood" id={`${id}-understood`}>
          = {text}
        </span>
      )}
      {hint && (
        <span class="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {mistake && (
        <span class="field-mistake" id={`${id}-mistake`} role="alert">
          {mistake}
        </span>
      )}
    </div>
  )
}

function useMistake(): string | undefined {
  const { errors } = useFieldContext<unknown>().state.meta
  const [first] = errors as unknown[]
  return typeof first === 'string' ? first : undefined
}
