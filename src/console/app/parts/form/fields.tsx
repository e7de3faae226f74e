import { createFormHook, createFormHookContexts } from '@tanstack/react-form'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { useStore } from '../../session/store-context.tsx'
import { notANumber, numberOf, typedMoney } from './typed-numbers.ts'

const { fieldContext, formContext, useFieldContext, useFormContext } = createFormHookContexts()

interface FieldProps {
  label: ComponentChildren
  hint?: ComponentChildren
}

/** Label, control, hint and mistake, connected for screen readers. */
function Frame({
  label,
  hint,
  children,
}: FieldProps & {
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }) => ComponentChildren
}) {
  const id = useId()
  const mistake = useMistake()
  const described = [hint && `${id}-hint`, mistake && `${id}-mistake`].filter(Boolean).join(' ')
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

interface InputProps {
  type?: 'text' | 'email' | 'url' | 'tel' | 'password' | 'date' | 'datetime-local' | 'color'
  required?: boolean
  placeholder?: string
  maxLength?: number
  autocomplete?: string
  /** The id of a `datalist`. */
  list?: string
}

function TextField({ label, hint, type = 'text', ...input }: FieldProps & InputProps) {
  const field = useFieldContext<string>()
  return (
    <Frame label={label} hint={hint}>
      {(control) => (
        <input
          class="input"
          type={type as 'text'}
          {...input}
          {...control}
          name={field.name}
          value={field.state.value}
          onBlur={field.handleBlur}
          onInput={({ currentTarget }) => field.handleChange(currentTarget.value)}
        />
      )}
    </Frame>
  )
}

function LongTextField({ label, hint, rows = 5 }: FieldProps & { rows?: number }) {
  const field = useFieldContext<string>()
  return (
    <Frame label={label} hint={hint}>
      {(control) => (
        <textarea
          class="input"
          rows={rows}
          {...control}
          name={field.name}
          value={field.state.value}
          onBlur={field.handleBlur}
          onInput={({ currentTarget }) => field.handleChange(currentTarget.value)}
        />
      )}
    </Frame>
  )
}

interface NumberProps extends FieldProps, Pick<InputProps, 'required' | 'placeholder'> {
  unit?: string
  /** How what is typed stands once the field is left. */
  tidy?: (typed: string) => string
}

/** A number as it is typed: what is no number yet stays to be corrected. Read it by `numberOf`. */
function NumberField({ label, hint, unit, tidy = (typed) => typed, ...input }: NumberProps) {
  const field = useFieldContext<string>()
  return (
    <Frame label={label} hint={hint}>
      {(control) => (
        <span class="input-with-unit">
          <input
            class="input"
            inputMode="decimal"
            {...input}
            {...control}
            name={field.name}
            value={field.state.value}
            onBlur={({ currentTarget: { value } }) => {
              if (tidy(value) !== value) field.handleChange(tidy(value))
              field.handleBlur()
            }}
            onInput={({ currentTarget }) => field.handleChange(currentTarget.value)}
          />
          {unit && <span class="input-unit">{unit}</span>}
        </span>
      )}
    </Frame>
  )
}

interface MoneyProps extends Omit<NumberProps, 'unit' | 'tidy'> {
  /** The store's when left out. */
  currency?: string
}

/** An amount of money, which gets all its digits once the field is left. Read it by `numberOf`. */
function MoneyField({ currency, ...props }: MoneyProps) {
  const { session } = useStore()
  const unit = currency ?? session.currency
  const tidy = (typed: string) => (notANumber({ value: typed }) ? typed : typedMoney(numberOf(typed), unit))
  return <NumberField {...props} unit={unit} tidy={tidy} />
}

function SelectField({ label, hint, options }: FieldProps & { options: readonly (readonly [string, string])[] }) {
  const field = useFieldContext<string>()
  return (
    <Frame label={label} hint={hint}>
      {(control) => (
        <select
          class="input"
          {...control}
          name={field.name}
          value={field.state.value}
          onBlur={field.handleBlur}
          onChange={({ currentTarget }) => field.handleChange(currentTarget.value)}
        >
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Frame>
  )
}

function SwitchField({ label, hint }: FieldProps) {
  const field = useFieldContext<boolean>()
  const id = useId()
  return (
    <div class="field field-switch">
      <input
        type="checkbox"
        class="switch"
        id={id}
        name={field.name}
        aria-describedby={hint ? `${id}-hint` : undefined}
        checked={field.state.value}
        onChange={({ currentTarget }) => field.handleChange(currentTarget.checked)}
      />
      <label class="field-label" for={id}>
        {label}
      </label>
      {hint && (
        <span class="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}

/** Saves the form around it. Cannot be pressed while nothing has changed, or while it saves. */
function SaveButton({ children = 'Save' }: { children?: ComponentChildren }) {
  const form = useFormContext()
  return (
    <form.Subscribe selector={({ isDirty, isSubmitting }) => ({ isDirty, isSubmitting })}>
      {({ isDirty, isSubmitting }) => (
        <button type="submit" class="button button-main" disabled={isSubmitting || !isDirty}>
          {isSubmitting ? 'Saving…' : children}
        </button>
      )}
    </form.Subscribe>
  )
}

/** Takes back what was changed in the form around it; there only if something was. */
function DiscardButton({ onDiscard }: { onDiscard: () => void }) {
  const form = useFormContext()
  return (
    <form.Subscribe selector={({ isDirty }) => isDirty}>
      {(isDirty) =>
        isDirty && (
          <button type="button" class="button" onClick={onDiscard}>
            Discard changes
          </button>
        )
      }
    </form.Subscribe>
  )
}

const fieldComponents = { TextField, LongTextField, NumberField, MoneyField, SelectField, SwitchField }

export type FieldComponents = typeof fieldComponents

export const { useAppForm } = createFormHook({
  fieldContext,
  formContext,
  fieldComponents,
  formComponents: { SaveButton, DiscardButton },
})
