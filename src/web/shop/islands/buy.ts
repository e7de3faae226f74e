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
    const sent = goodsIn(place)
    void sendForm(place, button)
      .then(({ page, url, isOk }) => {
        const isShown = goodsIn(place) === sent
        said.replaceChildren(...(isOk ? added(sent, isShown, page, url) : refused(page)))
        void refreshMine()
      })
      .catch(() => said.replaceChildren('The shop cannot be reached. Check your connection and try again.'))
      .finally(() => {
        button.ariaDisabled = null
      })
  })
}

/** @param isShown whether the page shows it still, and not another variant @param page the cart's */
function added(sent: string, isShown: boolean, page: Document, url: URL): (Node | string)[] {
  const link = document.createElement('a')
  link.href = url.href
  link.textContent = 'Go to the cart'
  const notices = textsOf(lineOf(sent, page), '.line-notice').map((text) => {
    const notice = document.createElement('p')
    notice.className = 'line-notice'
    notice.textContent = text
    return notice
  })
  return [isShown ? 'It is in your cart. ' : 'The one chosen before is in your cart. ', link, ...notices]
}

const refused = (page: Document): string[] => {
  const [reason = 'This did not work.'] = [...textsOf(page, '#problems p'), ...textsOf(page, 'main p')]
  return [reason]
}

/** What was put into the cart: what other lines say stands at those. */
const lineOf = (sent: string, page: Document): Element | undefined =>
  [...page.querySelectorAll('.line')].find((line) => goodsIn(line) === sent)

/** The ids of product and variant in a form. */
const goodsIn = (place: Element): string =>
  ['id', 'variantId'].map((name) => place.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value).join(' ')

const textsOf = (within: ParentNode | undefined, selector: string): string[] =>
  [...(within?.querySelectorAll(selector) ?? [])].map(({ textContent }) => textContent ?? '')
