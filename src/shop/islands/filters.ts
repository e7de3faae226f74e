/** The form of filters: a choice shows its list at once, where the list is in sight. */
export function start(place: HTMLElement): void {
  if (!(place instanceof HTMLFormElement)) return
  place.addEventListener('change', () => {
    if (!place.matches(':popover-open')) place.requestSubmit()
  })
  // After Back, the browser may show the page as it was left, with the choice that led away from it.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) place.reset()
  })
  // Addresses have no empty parameters.
  place.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
  })
}
