import { mkdir } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import sharp from 'sharp'

// Pictures of the demo shop for the documentation, from a service that runs:
// npx tsx scripts/shop-pictures.ts http://localhost:4000
const [origin = 'http://localhost:4000'] = process.argv.slice(2)
const FOLDER = 'docs/shop'

const shots = [
  { name: 'home', path: '/shop/demo', width: 1440, height: 1120, scheme: 'light' },
  { name: 'list', path: '/shop/demo/c/Green%20tea', width: 1440, height: 1000, scheme: 'light' },
  { name: 'product', path: '/shop/demo/p/masala-chai', width: 1440, height: 1000, scheme: 'dark' },
  { name: 'phone', path: '/shop/demo/p/chamomile', width: 390, height: 844, scheme: 'light' },
] as const

await mkdir(FOLDER, { recursive: true })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
for (const { name, path, width, height, scheme } of shots) {
  const page = await browser.newPage({ colorScheme: scheme, viewport: { width, height } })
  await page.goto(origin + path, { waitUntil: 'networkidle' })
  const picture = sharp(await page.screenshot())
  await picture
    .resize({ width: Math.min(width, 960) })
    .webp({ quality: 80 })
    .toFile(`${FOLDER}/${name}.webp`)
  await page.close()
}
await browser.close()
