interface ChoiceProps {
  label: string
  hint: string
  value: boolean
  isDisabled: boolean
  onChange: (value: boolean) => void
}

/** A question whose answer tries the file again. */
export function Choice({ label, hint, value, isDisabled, onChange }: ChoiceProps) {
  return (
    <label class="choice choice-with-hint">
      <input
        type="checkbox"
        checked={value}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>
        {label}
        <span class="field-hint">{hint}</span>
      </span>
    </label>
  )
}
