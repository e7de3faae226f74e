import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'

/**
 * The first that is there. Chromium without windows around its pages takes a quarter less time for the console's tests.
 */
const executable = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))

export const noBrowser = executable ? null : 'Chromium: apt-get install chromium-headless-shell'

/** The last list that Chromium is given counts: first those that Playwright switches off. */
const switchedOff = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
  // Two pages of the address bar, which nobody sees: each window loads them, which takes longer than most pages of ours.
  ...['AimEnabled', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
]

const launch = (): Promise<Browser> =>
  chromium.launch({
    ...(executable && { executablePath: executable }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${switchedOff.join()}`,
    ],
  })

let launched: Promise<Browser> | undefined

/**
 * The browser of this worker, which ends with the worker: to start one takes as long as a test or two. Pages of one
 * test file know nothing of another's: closing it closes them, with their cookies and caches.
 */
export async function openBrowser(): Promise<Browser> {
  if (!(await launched)?.isConnected()) launched = undefined
  launched ??= launch()
  const browser = await launched
  const close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  }
  return new Proxy(browser, {
    get(target, key) {
      if (key === 'close') return close
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

export const looks = [
  { scheme: 'light', width: 360 },
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 360 },
  { scheme: 'dark', width: 1280 },
] as const

export interface Seen {
  page: Page
  /** What the browser complained of: errors of the page, broken policies. */
  complaints: string[]
  /** The addresses that were asked for, that of the page included. */
  requests: string[]
  close(): Promise<void>
}

/** An empty page that looks as it does to somebody with this screen. */
export async function openPage(browser: Browser, { scheme, width }: (typeof looks)[number]): Promise<Seen> {
  const page = await browser.newPage({ colorScheme: scheme, viewport: { width, height: 720 } })
  const complaints: string[] = []
  const requests: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => requests.push(request.url()))
  return { page, complaints, requests, close: () => page.close() }
}

/** Waits until a part of the shop's page is awake: until then its forms and links work as without script. */
export const started = (page: Page, island: string): Promise<void> =>
  page.locator(`[data-island="${island}"][data-started]`).first().waitFor({ state: 'attached' })

/** Writes a picture for people to look at, into the folder that TEST_PICTURES names; without it, none. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.TEST_PICTURES
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

export interface Measures {
  /** Pixels that the page is wider than the window. */
  overflow: number
  /** 0 (black) to 1 (white) of what is behind everything. */
  background: number
  /** Least contrast of a text with what is behind it: 1 to 21. */
  contrast: number
}

/** Measures in the browser what a person would see. */
export const measure = (page: Page): Promise<Measures> =>
  page.evaluate(() => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
        const share = value / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const behind = (element: Element | null): string => {
      for (let at = element; at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at)
        if ((channels(backgroundColor)[3] ?? 1) === 1) return backgroundColor
      }
      return 'rgb(255, 255, 255)'
    }
    let contrast = 21
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      if (!hasText || element.offsetParent === null) continue
      const [one, other] = [luminance(getComputedStyle(element).color), luminance(behind(element))]
      contrast = Math.min(contrast, (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05))
    }
    const { scrollWidth, clientWidth } = document.documentElement
    return { overflow: scrollWidth - clientWidth, background: luminance(behind(document.body)), contrast }
  })
