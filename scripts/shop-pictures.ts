import { phone, takePictures } from './take-pictures.ts'

// Pictures of the demo shop for the documentation, from a service that runs, and in which they place an order:
// npx tsx scripts/shop-pictures.ts http://localhost:4000
const [origin = 'http://localhost:4000'] = process.argv.slice(2)
const SHOP = `${origin}/shop/demo`

const views = {
  desktop: { viewport: { width: 1440, height: 1000 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 1000 }, colorScheme: 'dark' },
  phone,
} as const

await takePictures('docs/shop', async (browser, take) => {
  for (const [name, path, view] of [
    ['home', '', views.desktop],
    ['list', '/c/Green%20tea', views.desktop],
    ['search', '/search?q=darjeling', views.desktop],
    ['product', '/p/masala-chai', views.dark],
    ['phone', '/p/chamomile', views.phone],
    ['track', '/track', views.phone],
    ['log-in', '/log-in', views.phone],
    ['contact', '/contact', views.phone],
  ] as const) {
    const page = await browser.newPage(view)
    await page.goto(SHOP + path)
    await take(page, name)
    await page.close()
  }

  const page = await browser.newPage(views.desktop)
  for (const slug of ['assam', 'masala-chai', 'chamomile']) {
    await page.goto(`${SHOP}/p/${slug}`)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('It is in your cart.').waitFor()
  }
  await page.goto(`${SHOP}/cart`)
  await page.getByLabel('Discount code').fill('WELCOME10')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Code WELCOME10').waitFor()
  await take(page, 'cart')
  await page.goto(`${SHOP}/checkout`)
  await page.getByLabel('Name').first().fill('Asha Rao')
  await page.getByLabel('Phone').fill(`98${Date.now() % 100_000_000}`)
  await page.getByLabel('Address').fill('14 Chapel Road, Bandra West')
  await page.getByLabel('City or town').fill('Mumbai')
  await page.getByLabel('Postal code').fill('400050')
  await page.getByLabel('State').selectOption('IN-MH')
  await take(page, 'checkout')
  await page.getByRole('button', { name: /^Order and pay/ }).click()
  await page.waitForURL(/\/pay\//)
  await take(page, 'pay')
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await page.waitForURL(/\/order\//)
  await take(page, 'order')
  await page.close()

  const account = await browser.newPage(views.dark)
  await account.goto(`${SHOP}/log-in`)
  await account.getByLabel('Phone').fill('98765 43210')
  await account.getByLabel('Password').fill('secret1')
  await account.getByRole('button', { name: 'Log in' }).click()
  await account.waitForURL(/\/account$/)
  await take(account, 'account')
  await account.goto(`${SHOP}/p/assam`)
  await account.locator('.chat-link').click()
  await account.getByLabel('Your question').fill('How long does delivery take?')
  await account.getByRole('button', { name: 'Ask', exact: true }).click()
  await account.locator('.answered').waitFor()
  await take(account, 'chat')
  await account.close()
})
