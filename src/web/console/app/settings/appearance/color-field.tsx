import { useId } from 'preact/hooks'
import type { Control } from '../../parts/form/record-fields.tsx'
import { Mistake } from '../mistake.tsx'

const OWN = '#8a4a1c'

/** The value is empty for the shop's own. */
export function ColorField({ value, onChange, errors }: Control<string>) {
  const id = useId()
  return (
    <div class="field">
      <label class="field-label" for={id}>
        Colour of buttons and links
      </label>
      <span class="color-row">
        <input
          type="color"
          aria-label="Choose the colour"
          value={/^#[\da-f]{6}$/i.test(value) ? value : OWN}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <input
          class="input"
          id={id}
          value={value}
          placeholder={OWN}
          spellcheck={false}
          aria-invalid={errors.length > 0 || undefined}
          aria-describedby={`${id}-hint`}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
        {value && (
          <button type="button" class="button" onClick={() => onChange('')}>
            Use the usual one
          </button>
        )}
      </span>
      <span class="field-hint" id={`${id}-hint`}>
        It is made darker or lighter where it could not be read.
      </span>
      <Mistake errors={errors} />
    </div>
  )
}
