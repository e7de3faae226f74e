import { useNavigate } from '@tanstack/react-router'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from './icons.tsx'
import { useLater } from './use-later.ts'

const WAIT_MS = 250

/** Changes what the address says of a list, and shows its first page. */
export function useFilters(): (change: Record<string, string | undefined>) => void {
  const navigate = useNavigate()
  return (change) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, after: undefined, ...change })) as never,
      replace: true,
      resetScroll: false,
    })
}

/** In a row above a list. */
export function Filters({ children }: { children: ComponentChildren }) {
  return <search class="filters">{children}</search>
}

/** Searches while one types. */
export function SearchFilter({
  value,
  label,
  name = 'q',
}: {
  value: string | undefined
  label: string
  name?: string
}) {
  const [typed, setTyped] = useState(value ?? '')
  const later = useLater(typed, WAIT_MS)
  const filter = useFilters()
  const last = useRef(value ?? '')
  useEffect(() => {
    if (later.trim() === last.current) return
    last.current = later.trim()
    filter({ [name]: later.trim() || undefined })
  }, [later])
  useEffect(() => {
    if ((value ?? '') === last.current) return
    last.current = value ?? ''
    setTyped(value ?? '')
  }, [value])
  return (
    <label class="search-field">
      <Icon name="search" />
      <span class="hidden">{label}</span>
      <input
        type="search"
        class="input"
        placeholder={label}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </label>
  )
}

interface ChoiceFilterProps {
  label: string
  name: string
  value: string | undefined
  /** Value and words. */
  options: readonly (readonly [string, string])[]
  /** For no choice. */
  all: string
}

export function ChoiceFilter({ label, name, value, options, all }: ChoiceFilterProps) {
  const filter = useFilters()
  return (
    <label class="choice-filter">
      <span class="hidden">{label}</span>
      <select
        class="input"
        value={value ?? ''}
        data-set={value !== undefined || undefined}
        onChange={({ currentTarget }) => filter({ [name]: currentTarget.value || undefined })}
      >
        <option value="">{all}</option>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A day of the store. Read it by `startOfTypedDay`. */
export function DayFilter({ name, label, value }: { name: string; label: string; value: string | undefined }) {
  const filter = useFilters()
  return (
    <label class="day-filter">
      <span>{label}</span>
      <input
        type="date"
        class="input"
        value={value ?? ''}
        onChange={({ currentTarget }) => filter({ [name]: currentTarget.value || undefined })}
      />
    </label>
  )
}
