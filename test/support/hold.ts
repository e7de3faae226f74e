import type { Page, Request } from 'playwright-core'

interface Held {
  /** When the first of the requests was made. */
  asked: Promise<void>
  /** Lets them through, and all that follow. */
  release: () => void
}

/** Holds back a page's requests to an address, or those of them that are chosen. */
export async function hold(page: Page, address: string, isHeld = (_: Request): boolean => true): Promise<Held> {
  const [asked, noteAsked] = signal()
  const [released, release] = signal()
  await page.route(address, async (route) => {
    if (!isHeld(route.request())) return route.fallback()
    noteAsked()
    await released
    await route.continue()
  })
  return { asked, release }
}

/** Holds back the console's requests of an operation. */
export const holdOperation = (page: Page, name: string): Promise<Held> =>
  hold(page, '**/graphql*', (request) => new RegExp(`\\b${name}\\b`).test(request.postData() ?? ''))

/** Holds back the first answer to an operation of the console: it has what was there when it was asked for. */
export async function holdAnswer(page: Page, name: string): Promise<Held> {
  const [asked, noteAsked] = signal()
  const [released, release] = signal()
  let isFirst = true
  await page.route('**/graphql*', async (route) => {
    if (!isFirst || !new RegExp(`\\b${name}\\b`).test(route.request().postData() ?? '')) return route.fallback()
    isFirst = false
    const response = await route.fetch()
    noteAsked()
    await released
    await route.fulfill({ response })
  })
  return { asked, release }
}

/** A promise and what fulfils it. */
export function signal(): [Promise<void>, () => void] {
  let send = () => {}
  const sent = new Promise<void>((resolve) => {
    send = resolve
  })
  return [sent, send]
}
