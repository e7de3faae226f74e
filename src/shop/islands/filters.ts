/** The form of filters: a choice shows its list at once, where the list is in sight. */
export function start(place: HTMLElement): void {
  if (!(place instanceof HTMLFormElement)) return
  place.addEventListener('change', () => {
    if (!place.matches(':popover-open')) place.requestSubmit()
  })
  // Addresses have no empty parameters.
  place.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
  })
}
