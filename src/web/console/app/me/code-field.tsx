interface CodeFieldProps {
  label: string
  value: string
  onInput: (code: string) => void
}

export const CodeField = ({ label, value, onInput }: CodeFieldProps) => (
  <label class="field">
    <span class="field-label">{label}</span>
    <input
      class="input input-code"
      name="code"
      autocomplete="one-time-code"
      autocapitalize="characters"
      spellcheck={false}
      maxLength={100}
      value={value}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  </label>
)
