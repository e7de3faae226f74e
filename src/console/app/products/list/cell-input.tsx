import { useEffect, useRef, useState } from 'preact/hooks'

interface CellInputProps {
  /** For screen readers: of which row, and what. */
  label: string
  /** As it stands on the server, as text. */
  value: string
  /** Says what is wrong with what was typed, or null. */
  check: (typed: string) => string | null
  save: (typed: string) => Promise<void>
  placeholder?: string
  isWhole?: boolean
}

/** A value in a table that can be typed over: Enter and leaving save it, Escape takes it back. */
export function CellInput({ label, value, check, save, placeholder, isWhole = false }: CellInputProps) {
  const [typed, setTyped] = useState(value)
  const [mistake, setMistake] = useState<string | null>(null)
  const isFocused = useRef(false)
  const latest = useRef(value)
  latest.current = value
  useEffect(() => {
    if (isFocused.current) return
    setTyped(value)
    setMistake(null)
  }, [value])

  const commit = async () => {
    const text = typed.trim()
    if (text === value) {
      setTyped(value)
      return setMistake(null)
    }
    const wrong = check(text)
    setMistake(wrong)
    if (wrong !== null) return
    await save(text)
    // As it is now: refused values are taken back.
    if (!isFocused.current) setTyped(latest.current)
  }

  return (
    <span class="cell-edit">
      <input
        class="input cell-input"
        inputMode={isWhole ? 'numeric' : 'decimal'}
        aria-label={label}
        aria-invalid={mistake !== null || undefined}
        placeholder={placeholder}
        autocomplete="off"
        value={typed}
        onFocus={({ currentTarget }) => {
          isFocused.current = true
          currentTarget.select()
        }}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key !== 'Escape') return
          setTyped(value)
          setMistake(null)
        }}
        onBlur={() => {
          isFocused.current = false
          void commit()
        }}
      />
      {mistake && (
        <span class="field-mistake" role="alert">
          {mistake}
        </span>
      )}
    </span>
  )
}

export const checkStock = (typed: string): string | null =>
  /^\d{0,9}$/.test(typed) ? null : 'Type a whole number, or nothing if it is not counted.'
