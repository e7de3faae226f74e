import { isDeepStrictEqual } from 'node:util'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

export interface Windows {
  /** Without cookies and anything stored. */
  open(look: BrowserContextOptions): Promise<Page>
  /** Not for a page with scripts of its own before those of each document: close its context instead. */
  close(page: Page): Promise<void>
}

/**
 * Windows of the browser that share nothing. One that is closed is emptied for the next of its look: a new one takes
 * three times as long, because its process and its caches are new.
 */
export function openWindows(browser: Browser, origin: string): Windows {
  const looks = new Map<Page, BrowserContextOptions>()
  let empty: Page[] = []
  return {
    async open(look) {
      // The browser may have been closed since.
      empty = empty.filter((page) => !page.isClosed())
      const found = empty.find((page) => isDeepStrictEqual(looks.get(page), look))
      if (found) {
        empty = empty.filter((page) => page !== found)
        return found
      }
      const page = await (await browser.newContext(look)).newPage()
      looks.set(page, look)
      return page
    },
    async close(page) {
      const look = looks.get(page)
      if (look === undefined || page.isClosed()) return page.context().close()
      await clear(page, origin, look)
      empty.push(page)
    },
  }
}

async function clear(page: Page, origin: string, { viewport, colorScheme }: BrowserContextOptions): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  page.removeAllListeners()
  // What is typed and not saved does not hold the window back.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  await context.clearCookies()
  await page.goto(`${origin}/healthz`)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  page.removeAllListeners()
  await page.emulateMedia({ colorScheme: colorScheme ?? null })
  if (viewport) await page.setViewportSize(viewport)
  await page.mouse.move(0, 0)
}
