import { mkdir } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'

const WIDTH = 960
/** Answers have come and pictures are loaded. Pages that follow orders are never idle. */
const SETTLED_MS = 1_500

export const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'light' } as const

export type Take = (page: Page, name: string) => Promise<void>

/** Pictures of pages for the documentation, in one of its folders. */
export async function takePictures(
  folder: string,
  work: (browser: Browser, take: Take) => Promise<void>,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    await work(browser, async (page, name) => {
      await page.waitForLoadState('load')
      await setTimeout(SETTLED_MS)
      const { width = WIDTH } = page.viewportSize() ?? {}
      await sharp(await page.screenshot())
        .resize({ width: Math.min(width, WIDTH) })
        .webp({ quality: 80 })
        .toFile(`${folder}/${name}.webp`)
    })
  } finally {
    await browser.close()
  }
}
