import { refreshMine } from './mine.ts'
import { sendForm } from './server/fetch-page.ts'

/** Puts a product into the cart and stays on its page. */
export function start(place: HTMLElement): void {
  const said = place.querySelector<HTMLElement>('.said')
  const button = place.querySelector('button')
  if (!(place instanceof HTMLFormElement) || !said || !button) return
  place.addEventListener('submit', (event) => {
    event.preventDefault()
    if (button.ariaDisabled === 'true') return
    button.ariaDisabled = 'true'
    said.replaceChildren('Adding…')
    void sendForm(place, button)
      .then(({ page, url, isOk }) => {
        said.replaceChildren(...(isOk ? added(place, page, url) : refused(page)))
        void refreshMine()
      })
      .catch(() => said.replaceChildren('The shop cannot be reached. Check your connection and try again.'))
      .finally(() => {
        button.ariaDisabled = null
      })
  })
}

/** @param page the cart's */
function added(form: HTMLFormElement, page: Document, url: URL): (Node | string)[] {
  const link = document.createElement('a')
  link.href = url.href
  link.textContent = 'Go to the cart'
  const notices = textsOf(lineOf(form, page), '.line-notice').map((text) => {
    const notice = document.createElement('p')
    notice.className = 'line-notice'
    notice.textContent = text
    return notice
  })
  return ['It is in your cart. ', link, ...notices]
}

const refused = (page: Document): string[] => {
  const [reason = 'This did not work.'] = [...textsOf(page, '#problems p'), ...textsOf(page, 'main p')]
  return [reason]
}

/** What was put into the cart: what other lines say stands at those. */
function lineOf(form: HTMLFormElement, page: Document): Element | undefined {
  const names = ['id', 'variantId']
  const lines = [...page.querySelectorAll('.line')]
  return lines.find((line) => names.every((name) => valueIn(line, name) === valueIn(form, name)))
}

const valueIn = (place: Element, name: string) => place.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value

const textsOf = (within: ParentNode | undefined, selector: string): string[] =>
  [...(within?.querySelectorAll(selector) ?? [])].map(({ textContent }) => textContent ?? '')
