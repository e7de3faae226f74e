import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import type { Control } from '../parts/form/record-fields.tsx'
import { Icon } from '../parts/icons.tsx'

interface ChoicesProps extends Control<string[]> {
  label: string
  hint?: ComponentChildren
  /** Values and words. */
  options: readonly (readonly [string, string])[]
  /** On the list of what can be added. */
  add: string
}

/** Several of a long list: what is chosen stands in front, each with a button that takes it away. */
export function Choices({ label, hint, options, add, value: chosen, onChange, errors: [mistake] }: ChoicesProps) {
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  const names = new Map(options)
  const described = [hint && `${id}-hint`, mistake && `${id}-mistake`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      {chosen.length > 0 && (
        <ul class="chips" aria-label={`${label}, chosen`}>
          {chosen.map((value) => (
            <li key={value} class="chip">
              <bdi>{names.get(value) ?? value}</bdi>
              <button
                type="button"
                class="chip-remove"
                aria-label={`Remove ${names.get(value) ?? value}`}
                onClick={() => {
                  onChange(chosen.filter((other) => other !== value))
                  // The button is about to go, and the keyboard's place on the page with it.
                  select.current?.focus()
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <select
        class="input"
        id={id}
        ref={select}
        aria-describedby={described || undefined}
        aria-invalid={mistake ? true : undefined}
        value=""
        onChange={({ currentTarget }) => {
          const { value } = currentTarget
          currentTarget.value = ''
          if (value) onChange([...chosen, value])
        }}
      >
        <option value="">{add}</option>
        {options.map(([value, name]) =>
          chosen.includes(value) ? null : (
            <option key={value} value={value}>
              {name}
            </option>
          ),
        )}
      </select>
      {hint && (
        <span class="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {Boolean(mistake) && (
        <span class="field-mistake" id={`${id}-mistake`} role="alert">
          {String(mistake)}
        </span>
      )}
    </div>
  )
}
