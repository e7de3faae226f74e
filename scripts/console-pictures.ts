import type { Page } from 'playwright-core'
import { phone, takePictures } from './take-pictures.ts'

// Pictures of the demo store's console for the documentation, from a service that runs, has some orders and is not set up:
// npx tsx scripts/console-pictures.ts http://localhost:4000 sk_...
const [origin = 'http://localhost:4000', key = ''] = process.argv.slice(2)

const views = {
  desktop: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  phone: { ...phone, hasTouch: true },
} as const

await takePictures('docs/console', async (browser, take) => {
  async function open(path: string, view: (typeof views)[keyof typeof views]): Promise<Page> {
    const context = await browser.newContext({ ...view, locale: 'en-IN', timezoneId: 'Asia/Kolkata' })
    const page = await context.newPage()
    await page.goto(
      `${origin}/console/log-in?${new URLSearchParams({ store: 'demo', with: 'key', next: `/s/demo/${path}` })}`,
    )
    await page.getByLabel('Owner key').fill(key)
    await page.getByRole('button', { name: 'Log in with the key' }).click()
    await page.locator('#content h1').waitFor()
    return page
  }

  for (const [name, path, view] of [
    ['today', '?period=month&money=test', views.desktop],
    ['products', 'products', views.desktop],
    ['appearance', 'settings/appearance', views.desktop],
    ['orders-phone', 'orders?status=CONFIRMED', views.phone],
    ['reviews-phone', 'reviews', views.phone],
  ] as const) {
    const page = await open(path, view)
    await take(page, name)
    await page.context().close()
  }

  const page = await open('orders', views.dark)
  await page.locator('[data-title] a').first().click()
  await page.locator('.timeline').waitFor()
  await take(page, 'order')
  await page.context().close()

  const context = await browser.newContext({ ...views.desktop, locale: 'en-IN', timezoneId: 'Asia/Kolkata' })
  const setUp = await context.newPage()
  await setUp.goto(`${origin}/console/set-up`)
  await setUp.getByLabel('Email').fill('asha@example.com')
  await setUp.getByLabel('Name of the shop').fill('Dihing Tea')
  await setUp.getByLabel('Code', { exact: true }).focus()
  await take(setUp, 'set-up')
})
