export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Puts the children of a fresh element in the place of the old one's. A field that is in use stays the element that it
 * is, because a new one would close an open list, and fire no change for what is being typed; what surrounds it is made anew.
 */
export function putChildren(old: Element, fresh: Element, inUse: Control | null): void {
  const twin = inUse && twinOf(inUse, fresh)
  const kept = twin && [...old.children].find((child) => child.contains(inUse))
  const freshly = kept && [...fresh.childNodes].find((child) => child.contains(twin))
  if (!inUse || !twin || !kept || !(freshly instanceof Element)) {
    old.replaceChildren(...fresh.childNodes)
    return
  }
  for (const child of [...old.childNodes]) if (child !== kept) child.remove()
  const nodes = [...fresh.childNodes]
  kept.before(...nodes.slice(0, nodes.indexOf(freshly)))
  kept.after(...nodes.slice(nodes.indexOf(freshly) + 1))
  takeAttributes(kept, freshly)
  if (kept !== inUse) putChildren(kept, freshly, inUse)
}

/** Where it would be now: null where there is none, and for a list whose choices are others. */
function twinOf(inUse: Control, fresh: Element): Control | null {
  const twin = fresh.querySelector<Control>(`${inUse.localName}[id="${CSS.escape(inUse.id)}"]`)
  if (!(twin instanceof HTMLSelectElement && inUse instanceof HTMLSelectElement)) return twin
  const valuesOf = ({ options }: HTMLSelectElement) => JSON.stringify([...options].map(({ value }) => value))
  return valuesOf(twin) === valuesOf(inUse) ? twin : null
}

function takeAttributes(old: Element, fresh: Element): void {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name)
  for (const { name, value } of [...fresh.attributes]) old.setAttribute(name, value)
}
