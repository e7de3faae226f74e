import { forget, keep, putBack } from './fields/keep.ts'
import { type Control, putChildren } from './fields/put.ts'
import { refreshMine } from './mine.ts'
import { say } from './parts/say.ts'
import { type FetchedPage, sendForm } from './server/fetch-page.ts'

/** What is read out of an answer. */
const SAID = '#problems, .mistake, .line-notice, .empty-state > p:first-child, .total, [data-said]'

/** The page that a placed order leads to which is paid online. */
const WAITS_FOR_PAYMENT = /\/pay\/[^/]+$/

type Restart = (within: ParentNode) => void

/**
 * Forms of the place are sent without leaving the page, and the server's answer takes its place. An answer that is
 * another page is gone to.
 */
export function start(place: HTMLElement, restart: Restart): void {
  let sent: HTMLFormElement | null = null
  let isRefreshing = false
  /** Ids of buttons that were pressed while a form was under way. */
  const waiting: string[] = []
  /** The order that was sent while its total was being asked for. */
  let held: { button: string; total: string | undefined } | null = null

  /** A button may be off for the choices of before; pressed, it asks for what follows from those of now. */
  function giveUp(form: HTMLFormElement): void {
    waiting.length = 0
    held = null
    for (const button of form.querySelectorAll<HTMLButtonElement>('[type="submit"]:disabled')) button.disabled = false
    // Nor may what was needed of a place of before keep the form from being sent.
    for (const list of form.querySelectorAll<HTMLSelectElement>('select[data-refresh]')) list.required = false
  }

  function pressNext(): void {
    while (!sent && waiting.length > 0) byId(place, waiting.shift())?.click()
    if (sent || !held) return
    const button = byId(place, held.button)
    const isSame = totalIn(place) === held.total
    held = null
    if (!isSame) say('The total has changed. Please check it, then order.', 'toast')
    else if (button?.matches(':disabled')) say('This cannot be ordered yet. Please check what is marked.', 'toast')
    else button?.click()
  }

  place.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || form.method !== 'post') return
    event.preventDefault()
    const isPartial = submitter?.hasAttribute('data-refreshes') === true
    if (sent) {
      if (isRefreshing && !isPartial) {
        held ??= { button: submitter?.id ?? '', total: totalIn(place) }
        say('One moment, the total is being checked…', 'toast')
      }
      // Another press of the button that is under way, such as Order, asks for nothing new.
      else if (submitter?.id && (form !== sent || submitter.matches('.without-script, [name="step"], [name="remove"]')))
        waiting.push(submitter.id)
      return
    }
    sent = form
    isRefreshing = isPartial
    form.ariaBusy = 'true'
    const typed = new Map(controlsOf(place).map((control) => [control, stateOf(control)]))
    void sendForm(form, submitter)
      .then((answer) => {
        if (!answer.isOk) held = null
        // The fields have changed since: their answer is the next one.
        if (isPartial && waiting.length > 0) waiting.splice(1)
        else if (!show(answer, { place, isPartial, restart, typed })) {
          if (answer.isOk && !WAITS_FOR_PAYMENT.test(answer.url.pathname)) forget()
          giveUp(form)
        } else putBackLists()
      })
      .catch(() => {
        giveUp(form)
        say('The shop cannot be reached. Check your connection and try again.', 'toast')
      })
      .finally(() => {
        form.ariaBusy = null
        sent = null
        pressNext()
      })
  })
  const refresh = ({ form }: Control) => form?.requestSubmit(form.querySelector<HTMLElement>('.without-script'))
  place.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLElement && target.matches('[data-refresh]')) refresh(target as Control)
  })
  place.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLElement && target.matches('input, select, textarea')) keep(target as Control)
  })
  for (const control of controlsOf(place)) if (isFilled(control) && stateOf(control) !== false) keep(control)
  const keeping = place.querySelector<HTMLFormElement>('form[data-keeps]')
  let lacking = keeping ? putBack(keeping) : []
  /** The answer to the country that was put back has its states. */
  function putBackLists(): void {
    const form = lacking.length > 0 && place.querySelector<HTMLFormElement>('form[data-keeps]')
    if (!form) return
    putBack(form, lacking)
    for (const name of lacking)
      form.querySelector(`select[name="${name}"]`)?.dispatchEvent(new Event('change', { bubbles: true }))
    lacking = []
  }
  // Filled in by the browser or the shopper before this started, or typed before the page was loaded again.
  const filled = controlsOf(place).find((control) => control.matches('[data-refresh]') && isFilled(control))
  if (filled) refresh(filled)
}

interface Sent {
  place: HTMLElement
  /** The fields were sent to see what follows from them: only those parts are taken that show it. */
  isPartial: boolean
  restart: Restart
  /** What the controls said. */
  typed: ReadonlyMap<Control, string | boolean>
}

/** @returns false when the answer is another page */
function show({ page, url, isOk }: FetchedPage, { place, isPartial, restart, typed }: Sent): boolean {
  const next = page.getElementById(place.id)
  if (!next) {
    // The address of a form is no page to go to.
    if (isOk) location.assign(url)
    else say(page.querySelector('main p')?.textContent ?? 'This did not work. Please try again in a moment.', 'toast')
    return false
  }
  const focused = document.activeElement
  const inUse = controlsOf(place).find((control) => control === focused && !tickOf(control)) ?? null
  const changed = controlsOf(place).filter((control) => stateOf(control) !== typed.get(control))
  const parts = [...place.querySelectorAll('[data-part]')]
  // What was refused is said outside the parts, and so is that it is refused no more.
  const isRefused = !isOk || byId(place, 'problems') !== null
  const isByParts = isPartial && !isRefused && parts.every(({ id }) => page.getElementById(id))
  const answered = inUse && page.querySelector<Control>(`${inUse.localName}[id="${CSS.escape(inUse.id)}"]`)
  if (isByParts)
    for (const part of parts) {
      const fresh = page.getElementById(part.id)
      if (fresh && inUse && part.contains(inUse)) putChildren(part, fresh, inUse)
      else part.replaceWith(fresh ?? '')
    }
  else putChildren(place, next, inUse)
  for (const control of changed)
    if (!control.isConnected && !(isByParts && tickOf(control))) carryOver(control, byId(place, control.id))
  // What the server makes of it, unless it has been changed since.
  if (inUse?.isConnected && answered && !changed.includes(inUse)) carryOver(answered, inUse)
  restart(place)
  // Where the shopper is: also when that part was made anew.
  const here = focused && !focused.isConnected ? byId(place, focused.id) : null
  const reason = byId(place, 'problems') ?? byId(place, 'notice')
  if (reason && !(isPartial && (here || focused?.isConnected))) reason.focus()
  else here?.focus({ preventScroll: true })
  const texts = [...place.querySelectorAll(SAID)].map(({ textContent }) => textContent ?? '')
  say([...new Set(texts)].join(' '))
  void refreshMine()
  return true
}

/** That an order would be for. */
const totalIn = (place: Element) => place.querySelector<HTMLInputElement>('[name="expectedTotal"]')?.value

const controlsOf = (place: Element) => [...place.querySelectorAll<Control>('input, select, textarea')]

/** The control, if it is ticked instead of typed into. */
const tickOf = (control: Element | null) =>
  control instanceof HTMLInputElement && /radio|checkbox/.test(control.type) ? control : null

const stateOf = (control: Control) => tickOf(control)?.checked ?? control.value

/** Whether a control says something else than the server did. */
function isFilled(control: Control): boolean {
  if (!(control instanceof HTMLSelectElement))
    return (tickOf(control)?.defaultChecked ?? control.defaultValue) !== stateOf(control)
  const initial = [...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0]
  return control.value !== initial?.value
}

/** What was typed or chosen. */
function carryOver(from: Control, to: Element | null): void {
  const tick = tickOf(to)
  if (tick) tick.checked = stateOf(from) === true
  else if (to?.matches('input, select, textarea') && (to as Control).value !== from.value)
    (to as Control).value = from.value
}

/** In the place itself: another place of the page can have the same ids. */
const byId = (place: HTMLElement, id = ''): HTMLElement | null => place.querySelector(`[id="${CSS.escape(id)}"]`)
