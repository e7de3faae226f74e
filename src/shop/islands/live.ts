import { refreshMine } from './mine.ts'
import { type FetchedPage, sendForm } from './server/fetch-page.ts'

type Restart = (within: ParentNode) => void

/**
 * Forms of the place are sent without leaving the page, and the server's answer takes its place. An answer that is
 * another page is gone to.
 */
export function start(place: HTMLElement, restart: Restart): void {
  let underway = Promise.resolve()
  let isRefreshing = false
  place.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || form.method !== 'post') return
    event.preventDefault()
    const isPartial = submitter?.hasAttribute('data-refreshes') === true
    if (form.ariaBusy === 'true') {
      if (isRefreshing && !isPartial) say('The total has just changed. Please check it and try again.', 'toast')
      return
    }
    form.ariaBusy = 'true'
    isRefreshing = isPartial
    // One after the other, so that the last answer has all changes.
    underway = underway
      .then(() => sendForm(form, submitter))
      .then((answer) => show(answer, place, isPartial, restart))
      .catch(() => say('The shop cannot be reached. Check your connection and try again.', 'toast'))
      .finally(() => {
        form.ariaBusy = null
      })
  })
  place.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches('[data-refresh]')) return
    const form = target.closest('form')
    form?.requestSubmit(form.querySelector<HTMLElement>('[data-refreshes]'))
  })
}

/** @param isPartial the fields were sent to see what follows from them: only those parts are taken that show it */
function show({ page, url }: FetchedPage, place: HTMLElement, isPartial: boolean, restart: Restart): void {
  const next = page.getElementById(place.id)
  if (!next) {
    location.assign(url)
    return
  }
  const focused = document.activeElement?.id
  if (isPartial)
    for (const part of place.querySelectorAll('[data-part]')) part.replaceWith(page.getElementById(part.id) ?? '')
  else place.replaceChildren(...next.childNodes)
  restart(place)
  const goal = (isPartial ? null : document.getElementById('problems')) ?? (focused && document.getElementById(focused))
  if (goal) goal.focus()
  say(place.querySelector('.total, [data-said]')?.textContent ?? '')
  void refreshMine()
}

/** In a region that is read out. */
function say(text: string, className = 'unseen'): void {
  const region = document.getElementById('said')
  if (!region) return
  region.className = className
  region.textContent = text
}
