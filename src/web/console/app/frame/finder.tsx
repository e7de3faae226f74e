import { useLayoutEffect, useState } from 'preact/hooks'
import { loadScript } from '../data/load-script.ts'
import { sayError } from '../parts/toasts.tsx'

type Script = typeof import('./finder-dialog.tsx')

const OPEN = 'console:find'

export const openFinder = (): void => void window.dispatchEvent(new Event(OPEN))

/** Ctrl-K, or a button, opens a search through the whole store. Its script is loaded then. */
export function Finder() {
  const [isOpen, setOpen] = useState(false)
  const [script, setScript] = useState<Script | null>(null)
  // Before the first paint: a key that is pressed as soon as the page is seen counts.
  useLayoutEffect(() => {
    const open = () => {
      setOpen(true)
      loadScript(() => import('./finder-dialog.tsx')).then(setScript, sayError)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      open()
    }
    window.addEventListener(OPEN, open)
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener(OPEN, open)
      window.removeEventListener('keydown', onKey)
    }
  }, [])
  return script && <script.FinderDialog isOpen={isOpen} onClose={() => setOpen(false)} />
}
