/** Takes the token out of the address, so that it is in no history, and opens the preview. */
export function start(place: HTMLElement): void {
  const token = location.hash.slice(1)
  const field = place.querySelector('input')
  if (!token || !field || !(place instanceof HTMLFormElement)) return
  history.replaceState(null, '', location.pathname)
  field.value = token
  place.requestSubmit()
}
