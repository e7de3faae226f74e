import { fetchPage } from './server/fetch-page.ts'

export function start(): void {
  void refreshMine()
  // After Back, the browser may show the page as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void refreshMine()
  })
}

let asked = 0
let shown = 0

/**
 * How many units are in the cart, what is wished for, and who is logged in: cached pages do not know. Where the
 * connection fails, the page stays as it is.
 */
export async function refreshMine(): Promise<void> {
  asked += 1
  const turn = asked
  const prefix = document.getElementById('mine')?.dataset.prefix
  const product = document.querySelector<HTMLInputElement>('#wish input[name="id"]')?.value
  const variant = document.querySelector<HTMLInputElement>('.buy input[name="variantId"]')?.value
  const query = new URLSearchParams({
    ...(product !== undefined && { product }),
    ...(variant && { variant }),
    ...(product !== undefined && document.getElementById('delivery-here') && { delivery: '1' }),
  })
  const answer = await fetchPage(`${prefix}/mine${query.size > 0 ? `?${query}` : ''}`).catch(() => null)
  const mine = answer?.page.getElementById('mine')
  // Answers may overtake each other.
  if (!answer?.isOk || !mine || turn < shown) return
  shown = turn
  const { page } = answer
  document.getElementById('mine')?.replaceWith(mine)
  replaceWish(page.getElementById('wish'))
  replaceDelivery(page.getElementById('delivery-here'))
  const inCart = document.querySelector('.buy .in-cart')
  if (inCart) inCart.textContent = page.getElementById('in-cart')?.textContent ?? ''
}

/** Unless the shopper is about to say where. */
function replaceDelivery(next: HTMLElement | null): void {
  const here = document.getElementById('delivery-here')
  if (!here || !next || here.contains(document.activeElement)) return
  const isTyped = [...here.querySelectorAll('input')].some(({ value, defaultValue }) => value !== defaultValue)
  if (!isTyped) here.replaceChildren(...next.childNodes)
}

/** The focus stays at its button. */
function replaceWish(next: HTMLElement | null): void {
  const wish = document.getElementById('wish')
  if (!wish || !next) return
  const hadFocus = wish.contains(document.activeElement)
  wish.replaceWith(next)
  if (hadFocus) next.querySelector('button')?.focus()
}
