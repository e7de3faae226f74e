import { type Answer, createStorefront } from '../../../../clients/typescript/src/index.ts'
import { money } from '../views/money.ts'

type Suggestion = Answer<'suggest'>['suggestions'][number]

const PAUSE_MS = 150
const SHOWN = 6

/** Suggestions below the search field while a shopper types: links, reached by the arrow keys. */
export function start(place: HTMLElement): void {
  const { prefix = '', store = '', currency = '', language, preview } = place.dataset
  const field = place.querySelector('input')
  if (!field) return
  const { suggest } = createStorefront({
    ...{ baseUrl: location.origin, store, retries: 0 },
    headers: preview === undefined ? {} : { 'X-Preview-Token': preview },
  })
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

  function entry({ kind, text, slug, ...product }: Suggestion): HTMLLIElement {
    const link = document.createElement('a')
    link.href =
      kind === 'product' && slug ? `${prefix}/p/${encodeURIComponent(slug)}` : `${prefix}/c/${encodeURIComponent(text)}`
    const name = document.createElement('span')
    name.dir = 'auto'
    name.textContent = text
    link.append(...(kind === 'product' ? [pictureOf(product), name, priceOf(product)] : [name]))
    const item = document.createElement('li')
    item.append(link)
    return item
  }

  function priceOf({ price_from: from, price_to: to }: Pick<Suggestion, 'price_from' | 'price_to'>): HTMLElement {
    const price = document.createElement('small')
    if (from !== null && to !== null) {
      price.textContent = [from < to && 'from', money(from, currency, language)].filter(Boolean).join(' ')
    }
    return price
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

/** In its narrowest width. The page's policy allows no hosts but those of pictures that it had when it was made. */
function pictureOf({ picture }: Pick<Suggestion, 'picture'>): HTMLElement {
  const url = picture?.variants[0]?.url ?? picture?.url
  if (!url?.startsWith(`${location.origin}/`)) return document.createElement('span')
  const image = document.createElement('img')
  image.src = url
  image.alt = ''
  return image
}
