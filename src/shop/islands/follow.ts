import { createStorefront } from '../../../clients/typescript/src/index.ts'
import { fetchPage } from './server/fetch-page.ts'

/** An order's page shows each change as it happens. */
export async function start(place: HTMLElement): Promise<void> {
  const { store = '', order: orderNo = '', phone = '' } = place.dataset
  const shop = createStorefront({ baseUrl: location.origin, store })
  let isFirst = true
  for await (const _ of shop.followOrder({ orderNo, phone })) {
    // The page has just been made.
    if (!isFirst) await show(place)
    isFirst = false
  }
}

async function show(place: HTMLElement): Promise<void> {
  const { page, isOk } = await fetchPage(location.href)
  const next = page.getElementById(place.id)
  if (!isOk || !next) return
  place.replaceChildren(...next.childNodes)
  const said = document.getElementById('said')
  if (said) said.textContent = document.getElementById('order-status')?.textContent ?? ''
}
