/// <reference lib="dom" />

/** Without a key or a pointer for so long, nobody is taken to be there. */
const AWAY_AFTER_MS = 60 * 60_000

let lastInput = Date.now()
const waiting = new Set<() => void>()

for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const) {
  window.addEventListener(
    kind,
    () => {
      const wasAway = isAway()
      lastInput = Date.now()
      if (!wasAway) return
      for (const act of waiting) act()
      waiting.clear()
    },
    { passive: true, capture: true },
  )
}

/** A console that nobody uses sends no requests, so that its session ends after its hours without use. */
const isAway = (): boolean => Date.now() - lastInput > AWAY_AFTER_MS

/** At once, or when somebody is back. Repeating it changes nothing. */
export function whenPresent(act: () => void): void {
  if (isAway()) waiting.add(act)
  else act()
}
