import type { Page } from 'playwright-core'

/** What the checkout asks for besides the street, in a store of India. */
export async function fillTown(page: Page): Promise<void> {
  await page.getByLabel('City or town').fill('Mumbai')
  await page.getByLabel('Postal code').fill('400001')
  await page.getByLabel('State').selectOption('IN-MH')
}
