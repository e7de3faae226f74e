import { lazy, Suspense } from 'preact/compat'
import { useEffect, useRef, useState } from 'preact/hooks'
import { askWith } from '../data/confirm-again.ts'
import { loadScript } from '../data/load-script.ts'

const Dialog = lazy(() => loadScript(() => import('../session/confirm-again-dialog.tsx')))

/** Asks for the password above where it is placed, when something that is sent from there needs it. */
export function ConfirmAgain() {
  /** Not before it is needed: few visits ask for it. */
  const [isLoaded, setLoaded] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const answer = useRef<(isConfirmed: boolean) => void>(() => {})
  useEffect(() => {
    const stop = askWith(() => {
      setLoaded(true)
      setOpen(true)
      return new Promise((resolve) => {
        answer.current = resolve
      })
    })
    return () => {
      stop()
      answer.current(false)
    }
  }, [])
  const end = (isConfirmed: boolean) => {
    setOpen(false)
    answer.current(isConfirmed)
  }
  return isLoaded ? (
    <Suspense fallback={null}>
      <Dialog isOpen={isOpen} onEnd={end} />
    </Suspense>
  ) : null
}
