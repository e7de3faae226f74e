import { fetchPage } from './server/fetch-page.ts'

export const start = (): Promise<void> => refreshMine()

/** How many units are in the cart, what is wished for, and who is logged in: cached pages do not know. */
export async function refreshMine(): Promise<void> {
  const place = document.getElementById('mine')
  const product = document.querySelector<HTMLInputElement>('#wish input[name="id"]')?.value
  const query = product === undefined ? '' : `?${new URLSearchParams({ product })}`
  const { page, isOk } = await fetchPage(`${place?.dataset.prefix}/mine${query}`)
  const mine = page.getElementById('mine')
  if (!isOk || !mine) return
  place?.replaceWith(mine)
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
