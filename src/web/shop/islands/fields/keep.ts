import type { Control } from './put.ts'

/** Contact, address and note; how it is delivered and paid is in the cart. */
const TYPED = '[name^="buyer."], [name^="delivery."]:not([type="radio"]), [name="addressId"]'

type Typed = Record<string, string>

const keyOf = ({ dataset }: HTMLFormElement): string => `typed ${dataset.keeps}`

// A browser may have its storage switched off.
function typedIn(form: HTMLFormElement): Typed {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '{}') as Typed
  } catch {
    return {}
  }
}

/** In this tab, until the form has done its work: for a reload, and for the log-in and back. */
export function keep(control: Control): void {
  const { form, name, value } = control
  if (!form?.dataset.keeps || !control.matches(TYPED)) return
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify({ ...typedIn(form), [name]: value }))
  } catch {}
}

/** Once what was ordered is placed, or paid where it is paid online: until then the shopper may come back to change it. */
export function forget(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('typed ')) sessionStorage.removeItem(key)
  } catch {}
}

/**
 * Puts what was typed back, or that of some fields.
 * @returns the names of lists that do not have it, such as the states of another country
 */
export function putBack(form: HTMLFormElement, names?: readonly string[]): string[] {
  const typed = typedIn(form)
  // Else one of the customer's addresses would be chosen once they have logged in.
  if (typed['buyer.address']?.trim()) typed.addressId ??= ''
  const lacking: string[] = []
  for (const [name, value] of Object.entries(typed)) {
    const field = form.elements.namedItem(name)
    if (!field || (names && !names.includes(name))) continue
    if (field instanceof RadioNodeList) {
      // Its `value` cannot be set to an empty one in Chromium.
      const radio = [...field].find((one) => (one as HTMLInputElement).value === value)
      if (radio) (radio as HTMLInputElement).checked = true
    } else if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value))
      lacking.push(name)
    else (field as Control).value = value
  }
  return lacking
}
