import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { KeyScope } from '../../../src/api/admission/key-scopes.ts'
import { createOwnerKey } from '../../../src/commerce/owners/owner-key.ts'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { jobHandlers } from '../../../src/process/job-handlers.ts'
import { violations } from '../../support/axe.ts'
import { openBrowser, picture } from '../../support/browser.ts'
import { type Owner, ownerOf } from '../../support/owner.ts'
import { openShop, type Shop, type ShopOptions } from '../../support/shop.ts'
import { openWindows, type Windows } from './windows.ts'

const sizes = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 360, height: 740 },
} as const

interface Look {
  /** Where in the store's console, such as `orders?status=CONFIRMED`; its first page when left out. */
  path?: string
  size?: keyof typeof sizes
  scheme?: 'light' | 'dark'
  /** Of the key that logs in; all when left out. */
  scopes?: KeyScope[]
  /** Whether the key is typed into the page that asks for it; otherwise the browser comes with a session. */
  typesKey?: boolean
}

export interface OpenConsole {
  page: Page
  /** Of the key that is logged in. */
  keyId: string
  /** What the browser complained of: errors of the page, broken policies, answers that are errors. */
  complaints: string[]
  /** Opens another path of the store's console, as if it were typed into the address bar. */
  goTo(path: string): Promise<void>
  close(): Promise<void>
}

export interface Desk {
  shop: Shop
  store: Store
  /** Of the whole service, such as `http://127.0.0.1:40123`. */
  origin: string
  /** Who does the same over the owner's API. */
  owner: Owner
  /** A browser of its own, in which an owner is logged in. */
  open(look?: Look): Promise<OpenConsole>
  close(): Promise<void>
}

/**
 * A service on a port, a store in it, and Chromium.
 * @param bundle of the store; the demo store when left out
 */
export async function openDesk(
  bundle?: Record<string, unknown>,
  { runsJobs = false, ...options }: ShopOptions & { runsJobs?: boolean } = {},
): Promise<Desk> {
  const shop = await openShop({ limitsOff: true, ...options })
  if (runsJobs) shop.services.jobs.start(jobHandlers(shop.services))
  const store = await shop.addStore(bundle ?? JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
  const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await openBrowser()
  const windows = openWindows(browser, origin)
  return {
    shop,
    store,
    origin,
    owner: await ownerOf(shop, store),
    open: (look = {}) => openConsole({ shop, store, origin, windows }, look),
    async close() {
      await browser.close()
      if (runsJobs) await shop.services.jobs.stop(1_000)
      await shop.close()
    },
  }
}

interface Place {
  shop: Shop
  store: Store
  origin: string
  windows: Windows
}

async function openConsole({ shop, store, origin, windows }: Place, look: Look): Promise<OpenConsole> {
  const { path = '', size = 'desktop', scheme = 'light', scopes = null, typesKey = false } = look
  const { key, ownerKey } = await createOwnerKey(shop.services, store.id, 'Desk', scopes)
  const page = await windows.open({
    viewport: sizes[size],
    hasTouch: size !== 'desktop',
    colorScheme: scheme,
    locale: 'en-US',
    timezoneId: store.timeZone,
  })
  page.setDefaultTimeout(60_000)
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))

  const home = `/s/${store.subdomain}`
  if (typesKey) {
    const asked = new URLSearchParams({ store: store.subdomain, with: 'key', next: `${home}/${path}` })
    await page.goto(`${origin}/console/log-in?${asked}`)
    await page.getByLabel('Owner key').fill(key)
    await page.getByRole('button', { name: 'Log in with the key' }).click()
  } else {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const data = { store: store.subdomain, key }
    const answer = await page.context().request.post(`${origin}/api/console/sessions`, { headers, data })
    expect(answer.status()).toBe(201)
    await page.goto(`${origin}/console${home}/${path}`)
  }
  await page.locator('#content h1').waitFor()
  return {
    page,
    keyId: ownerKey.id,
    complaints,
    async goTo(to) {
      await page.goto(`${origin}/console${home}/${to}`)
      await page.locator('#content h1').waitFor()
    },
    close: () => windows.close(page),
  }
}

/** Closes the open dialog with Escape. A dialog hears keys a frame after it is visible, and takes the focus after that. */
export async function closeByEscape(page: Page): Promise<void> {
  await page.locator('[role="dialog"]:focus-within').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** The file that an entry of the list's menu downloads. */
export async function exported(page: Page, entry: string): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: entry }).click()
  return readFile(await (await download).path(), 'utf8')
}

/** Of axe: those that see colours. Nothing else differs between light and dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** Nothing stands outside the window and axe finds nothing, light and dark. */
export async function expectGood(page: Page, name: string): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect([name, scrollWidth]).toEqual([name, clientWidth])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // What is still loading turns without end.
    await page.waitForFunction(() =>
      document.getAnimations().every(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY),
    )
    // Colours that are still changing have no contrast to speak of.
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish()
    })
    const rules = colorScheme === 'light' ? undefined : OF_COLOURS
    expect([name, colorScheme, await violations(page, rules)]).toEqual([name, colorScheme, []])
    await picture(page, `console-${name}-${colorScheme}-${clientWidth}`)
  }
  await page.emulateMedia({ colorScheme: null })
}
