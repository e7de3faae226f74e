import { Idiomorph } from 'idiomorph'
import { refreshMine } from './mine.ts'
import { say } from './parts/say.ts'
import { fetchPage } from './server/fetch-page.ts'

type Restart = (within: ParentNode) => void

/**
 * Choices such as a variant, a filter or an order are links and forms that lead to the same page with other parameters.
 * Here the place changes instead: the window stays where it is, so does the focus, and Back leads to the choice before.
 */
export function start(place: HTMLElement, restart: Restart): void {
  const allowed = pictureOrigins(document)
  let shown = location.search
  /** The address whose page is on its way. */
  let underway: string | null = null
  /** Sent while a choice was on its way, such as into the cart: it is meant for that one. */
  let held: HTMLFormElement | null = null

  async function show(url: URL, isNew: boolean): Promise<void> {
    underway = url.href
    held = null
    place.ariaBusy = 'true'
    const answer = await fetchPage(url.href).catch(() => null)
    // Chosen anew meanwhile.
    if (underway !== url.href) return
    underway = null
    place.ariaBusy = null
    const next = answer?.isOk ? answer.page.getElementById(place.id) : null
    // The policy of this page would not let other pictures through.
    if (!next || [...pictureOrigins(next)].some((origin) => !allowed.has(origin))) return location.assign(url)
    if (isNew) history.pushState(null, '', url)
    shown = url.search
    put(next, answer?.page.title)
    sendHeld()
  }

  /** It is gone where the choice cannot be bought. */
  function sendHeld(): void {
    const form = held
    held = null
    if (form?.isConnected) form.requestSubmit()
  }

  function put(next: HTMLElement, title = document.title): void {
    const picture = firstPicture(place)
    Idiomorph.morph(place, next, { morphStyle: 'outerHTML', callbacks })
    document.title = title
    if (firstPicture(place) !== picture) place.querySelector('.slides')?.scrollTo({ left: 0 })
    restart(place)
    const said = [...place.querySelectorAll<HTMLElement>('[data-said]')]
    // What was chosen may be gone, such as a filter that is applied no more.
    if (document.activeElement === document.body) said[0]?.focus({ preventScroll: true })
    say(said.map(({ textContent }) => textContent).join(', '))
    void refreshMine()
  }

  function choose(url: URL): void {
    if (url.href === underway) return
    if (url.search !== shown) return void show(url, true)
    underway = null
    held = null
    place.ariaBusy = null
  }

  place.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    if (link.hash !== '' || !isHere(link) || link.closest('[data-whole]')) return
    event.preventDefault()
    choose(new URL(link.href))
  })
  place.addEventListener('submit', (event) => {
    const { target: form } = event
    if (!(form instanceof HTMLFormElement) || form.method !== 'get') return
    const url = new URL(form.action)
    if (!isHere(url)) return
    event.preventDefault()
    if (event.submitter && form.matches(':popover-open')) form.hidePopover()
    const texts = [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
    url.search = new URLSearchParams(texts).toString()
    choose(url)
  })
  place.addEventListener(
    'submit',
    (event) => {
      const { target: form } = event
      if (underway === null || !(form instanceof HTMLFormElement) || form.method !== 'post') return
      // What the choice does not change, such as the wish, need not wait.
      if (form.closest('[data-kept]')) return
      event.preventDefault()
      event.stopPropagation()
      held = form
    },
    { capture: true },
  )
  place.addEventListener('change', ({ target }) => {
    const form = target instanceof Element ? target.closest('form') : null
    if (form?.method === 'get') form.requestSubmit()
  })
  // Addresses have no empty parameters.
  place.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
  })
  addEventListener('popstate', () => {
    if (location.search !== shown) void show(new URL(location.href), false)
  })
  // After Back, the browser may show the page as it was left, with the choice that led away from it.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const form of place.querySelectorAll('form')) if (form.method === 'get') form.reset()
  })
}

/** What visitors have done or are typing, and what scripts have added, stays. */
const callbacks = {
  beforeNodeMorphed: (node: Node) => !(node instanceof Element && node.matches('[data-kept]')),
  beforeAttributeUpdated: (name: string, element: Element) =>
    name !== 'data-started' && !(name === 'value' && element === document.activeElement),
}

const isHere = ({ origin, pathname }: URL | HTMLAnchorElement): boolean =>
  origin === location.origin && pathname === location.pathname

const firstPicture = (place: HTMLElement) => place.querySelector<HTMLAnchorElement>('.slide')?.href

/** `null` stands for addresses that hold the picture itself. */
const pictureOrigins = (within: ParentNode): Set<string> =>
  new Set([...within.querySelectorAll('img[src]')].map((image) => originOf(image.getAttribute('src') ?? '')))

const originOf = (address: string): string => new URL(address, location.href).origin
