import { useEffect, useRef, useState } from 'preact/hooks'
import type { RequestError } from '../../data/request.ts'

export type Mistakes = Readonly<Record<string, string | undefined>>

/** What a form of plain fields was refused for: at its fields, and what belongs to none. The first of them gets the focus. */
export function useRefusal(names: readonly string[]) {
  const form = useRef<HTMLFormElement>(null)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [error, setError] = useState<Error | null>(null)
  const [refusals, setRefusals] = useState(0)

  // After they are shown: screen readers read a field with what is wrong with it.
  useEffect(() => {
    if (refusals === 0) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid], [role="alert"]')
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'center' })
  }, [refusals])

  const refuse = (found: Mistakes, general: Error | null = null) => {
    setMistakes(found)
    setError(general)
    setRefusals((count) => count + 1)
  }
  return {
    form,
    mistakes,
    error,
    /** Before it is sent. @returns whether something is missing */
    refuseMissing(missing: Mistakes): boolean {
      const isMissing = Object.keys(missing).length > 0
      if (isMissing) refuse(missing)
      return isMissing
    },
    refuseFor(failure: RequestError): void {
      const placed = failure.mistakes.filter(({ field }) => names.includes(field))
      const found = Object.fromEntries(placed.map(({ field, message }) => [field, message]))
      refuse(found, placed.length > 0 && placed.length === failure.mistakes.length ? null : failure)
    },
    /** Of the field that is being corrected. */
    clear: (name: string) => setMistakes((known) => ({ ...known, [name]: undefined })),
    clearAll(): void {
      setMistakes({})
      setError(null)
    },
  }
}
