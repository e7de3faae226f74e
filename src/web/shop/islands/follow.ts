import { createStorefront } from '../../../../clients/typescript/src/index.ts'
import { say } from './parts/say.ts'
import { fetchPage } from './server/fetch-page.ts'

/** An order's page shows each change as it happens. */
export async function start(place: HTMLElement): Promise<void> {
  const { store = '', order: orderNo = '', phone = '' } = place.dataset
  const shop = createStorefront({ baseUrl: location.origin, store })
  let isFirst = true
  for await (const { order } of shop.followOrder({ orderNo, phone })) {
    // The first is the order as it is: the page has it, unless it changed before this started.
    const isShown = isFirst && order.status === place.querySelector<HTMLElement>('[data-status]')?.dataset.status
    isFirst = false
    // Without a connection, the page waits for the next change.
    if (!isShown) await show(place).catch(() => {})
  }
}

async function show(place: HTMLElement): Promise<void> {
  const { page, isOk } = await fetchPage(location.href)
  const next = page.getElementById(place.id)
  if (!isOk || !next) return
  place.replaceChildren(...next.childNodes)
  say(document.getElementById('order-status')?.textContent ?? '')
}
