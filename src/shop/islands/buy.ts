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
        said.replaceChildren(...(isOk ? added(page, url) : refused(page)))
        void refreshMine()
      })
      .catch(() => said.replaceChildren('The shop cannot be reached. Check your connection and try again.'))
      .finally(() => {
        button.ariaDisabled = null
      })
  })
}

/** @param page the cart's */
function added(page: Document, url: URL): (Node | string)[] {
  const link = document.createElement('a')
  link.href = url.href
  link.textContent = 'Go to the cart'
  return ['It is in your cart. ', link, ...textsOf(page, '.line-notice').map((text) => ` ${text}`)]
}

const refused = (page: Document): string[] => {
  const [reason = 'This did not work.'] = [...textsOf(page, '#problems p'), ...textsOf(page, 'main p')]
  return [reason]
}

const textsOf = (page: Document, selector: string): string[] =>
  [...page.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '')
