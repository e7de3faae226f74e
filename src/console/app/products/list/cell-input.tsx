import { useLayoutEffect, useRef, useState } from 'preact/hooks'

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

/**
 * A value in a table that can be typed over: Enter and leaving save it, Escape takes it back. What is typed is based on
 * the value that was there when the field got the focus, so that a sale or a colleague's change since then is noticed.
 */
export function CellInput({ label, value, check, save, placeholder, isWhole = false }: CellInputProps) {
  const [typed, setTyped] = useState(value)
  const [mistake, setMistake] = useState<string | null>(null)
  const latest = useRef({ value, save })
  latest.current = { value, save }
  /** As it was when the field got the focus; null without the focus. */
  const base = useRef<typeof latest.current | null>(null)
  const show = () => {
    setTyped(latest.current.value)
    setMistake(null)
  }
  useLayoutEffect(() => {
    if (!base.current) show()
  }, [value])

  const commit = async () => {
    const before = base.current
    base.current = null
    const text = typed.trim()
    if (!before || text === before.value || text === value) return show()
    const wrong = check(text)
    setMistake(wrong)
    if (wrong !== null) return
    await before.save(text)
    // As it is now: refused values are taken back.
    if (!base.current) setTyped(latest.current.value)
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
          if (base.current) return
          base.current = latest.current
          currentTarget.select()
        }}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key !== 'Escape') return
          base.current = latest.current
          show()
        }}
        onBlur={({ currentTarget }) => {
          // In another tab or window: what is half typed waits.
          if (document.activeElement === currentTarget) return
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
