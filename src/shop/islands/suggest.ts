import { createStorefront } from '../../../clients/typescript/src/index.ts'

const PAUSE_MS = 150
const SHOWN = 6

/** Suggestions below the search field while a shopper types: links, reached by the arrow keys. */
export function start(place: HTMLElement): void {
  const { prefix = '', store = '' } = place.dataset
  const field = place.querySelector('input')
  if (!field) return
  const { suggest } = createStorefront({ baseUrl: location.origin, store, retries: 0 })
  const list = document.createElement('ul')
  list.className = 'suggestions'
  list.hidden = true
  place.append(list)
  // On a narrow screen the search opens over the header.
  place.closest('[popover]')?.addEventListener('toggle', (event) => {
    if (event instanceof ToggleEvent && event.newState === 'open') field.focus()
  })
  let underway = new AbortController()

  async function show(): Promise<void> {
    underway.abort()
    underway = new AbortController()
    const { signal } = underway
    const q = field?.value.trim() ?? ''
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    if (signal.aborted) return
    const suggestions = q === '' ? [] : (await suggest({ q, first: SHOWN }, { signal })).suggestions
    list.replaceChildren(...suggestions.map(entry))
    list.hidden = suggestions.length === 0
  }

  function entry({ kind, text, slug }: { kind: string; text: string; slug?: string | null }): HTMLLIElement {
    const link = document.createElement('a')
    link.href =
      kind === 'product' && slug ? `${prefix}/p/${encodeURIComponent(slug)}` : `${prefix}/c/${encodeURIComponent(text)}`
    link.dir = 'auto'
    link.textContent = text
    const item = document.createElement('li')
    item.append(link)
    return item
  }

  // What cannot be suggested can still be searched for.
  field.addEventListener('input', () => void show().catch(() => {}))
  place.addEventListener('keydown', (event) => {
    const stops = [field, ...list.querySelectorAll('a')]
    const here = stops.findIndex((stop) => stop.matches(':focus'))
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') {
      list.hidden = true
      field.focus()
    }
    if (step === undefined || list.hidden) return
    event.preventDefault()
    stops[(here + step + stops.length) % stops.length]?.focus()
  })
  place.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && place.contains(relatedTarget))) list.hidden = true
  })
}
