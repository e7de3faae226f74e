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
  const query = product === undefined ? '' : `?${new URLSearchParams({ product })}`
  const answer = await fetchPage(`${prefix}/mine${query}`).catch(() => null)
  const mine = answer?.page.getElementById('mine')
  // Answers may overtake each other.
  if (!answer?.isOk || !mine || turn < shown) return
  shown = turn
  const { page } = answer
  document.getElementById('mine')?.replaceWith(mine)
  replaceWish(page.getElementById('wish'))
  const inCart = document.querySelector('.buy .in-cart')
  if (inCart) inCart.textContent = page.getElementById('in-cart')?.textContent ?? ''
}

/** The focus stays at its button. */
function replaceWish(next: HTMLElement | null): void {
  const wish = document.getElementById('wish')
  if (!wish || !next) return
  const hadFocus = wish.contains(document.activeElement)
  wish.replaceWith(next)
  if (hadFocus) next.querySelector('button')?.focus()
}
