import { useLayoutEffect, useRef } from 'preact/hooks'

interface ReviewKeys {
  next: () => void
  previous: () => void
  approve: () => void
  reject: () => void
  undo: () => void
}

const actions: Readonly<Record<string, keyof ReviewKeys>> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  r: 'reject',
  u: 'undo',
}

/** Letters act on the current review, but not while one types, nor over an open dialog or menu. */
export function useReviewKeys(keys: ReviewKeys, isOn: boolean): void {
  const latest = useRef(keys)
  latest.current = keys
  // Before the reviews are painted: a key that is pressed as soon as one is seen counts.
  useLayoutEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (isElsewhere(event.target)) return
      const action = actions[event.key.toLowerCase()]
      if (!action) return
      event.preventDefault()
      latest.current[action]()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn])
}

const isElsewhere = (target: EventTarget | null): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null ||
  (target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)))
