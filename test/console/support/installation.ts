import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Role } from '../../../src/commerce/people/roles.ts'
import { newSetUpCode } from '../../../src/commerce/people/set-up-code.ts'
import { openBrowser } from '../../support/browser.ts'
import { openShop, type Shop, type ShopOptions } from '../../support/shop.ts'
import { expectGood } from './owner.ts'
import { openWindows } from './windows.ts'

export const sizes = {
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>

export interface OpenPage {
  page: Page
  /** What the browser complained of: errors of the page, broken policies, answers that are errors. */
  complaints: string[]
  /** The addresses that were asked for. */
  requests: string[]
  close(): Promise<void>
}

export interface Installation {
  shop: Shop
  origin: string
  /** As the first start prints it. */
  code: string
  /** In a browser of its own, under `/console`. */
  open(path: string, options?: BrowserContextOptions): Promise<OpenPage>
  close(): Promise<void>
}

/** A service that nobody has set up yet, and Chromium. */
export async function openInstallation(options: ShopOptions = {}): Promise<Installation> {
  const shop = await openShop({ limitsOff: true, ...options })
  const code = await newSetUpCode(shop.services)
  if (code === null) throw new Error('It is set up')
  shop.secrets.add(code)
  const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await openBrowser()
  const windows = openWindows(browser, origin)
  return {
    shop,
    origin,
    code,
    async open(path, look = sizes.desktop) {
      const page = await windows.open({ locale: 'en-US', timezoneId: 'Asia/Kolkata', ...look })
      page.setDefaultTimeout(60_000)
      const complaints: string[] = []
      const requests: string[] = []
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('request', (request) => requests.push(request.url()))
      await page.goto(`${origin}/console${path}`)
      return { page, complaints, requests, close: () => windows.close(page) }
    },
    async close() {
      await browser.close()
      await shop.close()
    },
  }
}

export const EMAIL = 'asha@example.com'
export const PASSWORD = 'seven brass kettles'

/** Types the whole form, but for the country, and sends it. */
export async function setUp(page: Page, { code, name = 'Dihing Tea & Co.' }: { code: string; name?: string }) {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Name of the shop').fill(name)
  await page.getByRole('button', { name: 'Set up my shop' }).click()
}

/** Nothing stands outside the window and axe finds nothing: on a phone, a tablet and a desktop, light and dark. */
export async function expectGoodEverywhere(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectGood(page, name)
  }
  if (before) await page.setViewportSize(before)
}

interface NewPerson {
  email: string
  name?: string
  /** By the id of the store. */
  roles?: Record<string, Role>
}

/** Somebody who can log in with PASSWORD. */
export async function addPerson(
  { services, database }: Shop,
  { email, name = email, roles = {} }: NewPerson,
): Promise<void> {
  const createdAt = services.clock()
  const passwordHash = await services.passwords.hash(PASSWORD)
  const { id } = await database.prisma.person.create({ data: { email, name, passwordHash, createdAt } })
  const memberships = Object.entries(roles).map(([ofStore, role]) => ({ personId: id, ofStore, role, createdAt }))
  await database.prisma.membership.createMany({ data: memberships })
}

/** On the page for it. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}
