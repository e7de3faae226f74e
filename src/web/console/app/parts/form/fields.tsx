import { createFormHook } from '@tanstack/react-form'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { useStore } from '../../session/store-context.tsx'
import { type FieldProps, Frame, fieldContext, formContext, useFieldContext, useFormContext } from './field-frame.tsx'
import {
  mistakeIn,
  money,
  type NumberFormat,
  numberOf,
  type TypedKind,
  typedMoney,
  understood,
} from './typed-numbers.ts'

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
  kind?: TypedKind
  /** The store's when left out. */
  currency?: string
  /** How what is typed stands once the field is left. */
  tidy?: (typed: string) => string
}

/** A number as it is typed: what is no number yet stays to be corrected. Read it by `numberOf`. */
function NumberField({ label, hint, unit, kind, currency, tidy = (typed) => typed, ...input }: NumberProps) {
  const field = useFieldContext<string>()
  const { value, meta } = field.state
  const numbers = useNumbers(currency)
  return (
    <Frame label={label} hint={hint} understood={meta.isDirty ? understood(value, numbers, kind) : null}>
      {(control) => (
        <span class="input-with-unit">
          <input
            class="input"
            inputMode="decimal"
            {...input}
            {...control}
            name={field.name}
            value={value}
            onBlur={({ currentTarget: { value: typed } }) => {
              if (tidy(typed) !== typed) field.handleChange(tidy(typed))
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

/** How the store's people write numbers, in this currency. */
function useNumbers(currency?: string): NumberFormat {
  const { numbers } = useStore().formats
  return currency === undefined ? numbers : { ...numbers, currency }
}

/** An amount of money, which gets all its digits once the field is left. Read it by `amountOf`. */
function MoneyField({ kind = money, ...props }: Omit<NumberProps, 'unit' | 'tidy'>) {
  const numbers = useNumbers(props.currency)
  const tidy = (typed: string) =>
    mistakeIn(typed, numbers, kind) ? typed : typedMoney(numberOf(typed, numbers, kind), numbers)
  return <NumberField {...props} kind={kind} unit={numbers.currency} tidy={tidy} />
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
