import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { mistakeIn, numberOf, type TypedKind, typedMoney, typedNumber } from '../../parts/form/typed-numbers.ts'
import { Understood } from '../../parts/form/understood.tsx'
import { useFormats } from '../../session/store-context.tsx'

interface CellInputProps {
  /** For screen readers: of which row, and what. */
  label: string
  /** As it stands on the server. */
  value: number | null
  kind: TypedKind
  /** Says what is wrong with a number that could be read, or null. Null is an empty field. */
  check: (typed: number | null) => string | null
  save: (typed: number | null) => Promise<void>
  placeholder?: string
}

/**
 * A value in a table that can be typed over: Enter and leaving save it, Escape takes it back. What is typed is based on
 * the value that was there when the field got the focus, so that a sale or a colleague's change since then is noticed.
 */
export function CellInput({ label, value: stored, kind, check, save, placeholder }: CellInputProps) {
  const { numbers } = useFormats()
  const value = kind.isMoney ? typedMoney(stored, numbers) : typedNumber(stored, numbers)
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
    const number = numberOf(text, numbers, kind)
    const wrong = mistakeIn(text, numbers, kind) ?? check(number)
    setMistake(wrong)
    if (wrong !== null) return
    await before.save(number)
    // As it is now: refused values are taken back.
    if (!base.current) setTyped(latest.current.value)
  }

  return (
    <span class="cell-edit">
      <input
        class="input cell-input"
        inputMode={kind.decimals === 0 ? 'numeric' : 'decimal'}
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
      {typed !== value && <Understood typed={typed} kind={kind} />}
      {mistake && (
        <span class="field-mistake" role="alert">
          {mistake}
        </span>
      )}
    </span>
  )
}

export const checkStock = (stock: number | null): string | null =>
  stock === null || (stock >= 0 && stock < 1_000_000_000)
    ? null
    : 'Type a whole number, or nothing if it is not counted.'
