import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { type Desk, expectGood, openDesk } from './support/owner.ts'

const MARKUP = `<img src=x onerror="document.title='broken in'"><b>bold</b>`

let desk: Desk
let count = 0

/** Reviews that wait, the first of the list first; each test has its own. */
async function addReviews(...names: string[]): Promise<void> {
  const { shop, store } = desk
  const product = await shop.database.prisma.product.findFirstOrThrow({ where: { storeId: store.id, slug: 'assam' } })
  for (const reviewerName of names.toReversed()) {
    count += 1
    await shop.database.prisma.review.create({
      data: {
        storeId: store.id,
        productId: product.id,
        reviewerName,
        rating: 4,
        title: `Title of ${reviewerName}`,
        body: `Body of ${reviewerName}`,
        createdAt: new Date(Date.UTC(2027, 0, 1, 0, count)),
      },
    })
  }
}

async function statusOf(reviewerName: string): Promise<string> {
  const { shop, store } = desk
  return (await shop.database.prisma.review.findFirstOrThrow({ where: { storeId: store.id, reviewerName } })).status
}

const review = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: `Title of ${name}` })

/** Whose review the keys act on. */
const current = (page: Page) => page.locator('.review[data-current] h2').innerText()

describe('Reviews in the console', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk?.close())

  it('are decided on by keyboard, one after another, with a way back', async () => {
    await addReviews('Ann', 'Ben', 'Cleo')
    const { page, complaints, close } = await desk.open({ path: 'reviews' })
    await review(page, 'Ann').waitFor()
    const waiting = page.getByRole('link', { name: /^Reviews/ }).locator('.side-count')
    await expect.poll(() => waiting.innerText()).toMatch(/^6/)

    expect(await current(page)).toBe('Title of Ann')
    await page.keyboard.press('j')
    expect(await current(page)).toBe('Title of Ben')
    await page.keyboard.press('k')
    await page.keyboard.press('a')
    expect(await current(page)).toBe('Title of Ben')
    await page.keyboard.press('j')
    await page.keyboard.press('r')
    await expect.poll(() => statusOf('Ann')).toBe('APPROVED')
    await expect.poll(() => statusOf('Cleo')).toBe('REJECTED')
    expect(await review(page, 'Ann').getByText('Approved', { exact: true }).isVisible()).toBe(true)
    expect(await review(page, 'Cleo').getByRole('button').allInnerTexts()).toEqual(['Undo'])
    await expect.poll(() => waiting.innerText()).toMatch(/^4/)

    await page.keyboard.press('u')
    await expect.poll(() => statusOf('Cleo')).toBe('PENDING')
    expect(await current(page)).toBe('Title of Cleo')
    await page.keyboard.press('k')
    expect(await current(page)).toBe('Title of Ben')
    expect(await statusOf('Ben')).toBe('PENDING')

    await page.getByRole('link', { name: 'Approved', exact: true }).click()
    await review(page, 'Ann').getByRole('button', { name: 'Reject' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('ignore letters that are typed, and those with Ctrl', async () => {
    await addReviews('Dora')
    const { page, close } = await desk.open({ path: 'reviews' })
    await review(page, 'Dora').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').pressSequentially('jar')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+a')
    expect(await current(page)).toBe('Title of Dora')
    expect(await review(page, 'Dora').getByRole('button').allInnerTexts()).toEqual(['Reject', 'Approve'])
    expect(await statusOf('Dora')).toBe('PENDING')
    await close()
  })

  it('show as before when the server refuses a decision', async () => {
    await addReviews('Emil')
    const { page, close } = await desk.open({ path: 'reviews' })
    await review(page, 'Emil').waitFor()
    await desk.shop.database.prisma.review.deleteMany({ where: { reviewerName: 'Emil' } })
    await review(page, 'Emil').getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Review not found').first().waitFor()
    await review(page, 'Emil').getByText('To approve').waitFor()
    expect(await review(page, 'Emil').getByRole('button').allInnerTexts()).toEqual(['Reject', 'Approve'])
    await close()
  })

  it('are decided on by touch, on a phone', async () => {
    await addReviews('Fay')
    const { page, complaints, close } = await desk.open({ path: 'reviews', size: 'phone' })
    expect(await page.getByText('next and previous').isVisible()).toBe(false)
    await review(page, 'Fay').getByRole('button', { name: 'Reject' }).tap()
    await expect.poll(() => statusOf('Fay')).toBe('REJECTED')
    await expectGood(page, 'reviews')
    await review(page, 'Fay').getByRole('button', { name: 'Undo' }).tap()
    await expect.poll(() => statusOf('Fay')).toBe('PENDING')
    const button = await review(page, 'Fay').getByRole('button', { name: 'Approve' }).boundingBox()
    expect(button?.height).toBeGreaterThanOrEqual(44)
    expect(complaints).toEqual([])
    await close()
  })

  it('full of markup are text', async () => {
    await addReviews(MARKUP)
    const { page, complaints, close } = await desk.open({ path: 'reviews' })
    await page.getByRole('heading', { name: `Title of ${MARKUP}` }).waitFor()
    expect(await page.locator('.review b, .review img[src=x]').count()).toBe(0)
    expect(await page.title()).toBe('Reviews · Demo Tea House')
    expect(await page.locator('.review-by').first().innerText()).toContain(MARKUP)
    await expectGood(page, 'reviews')
    expect(complaints).toEqual([])
    await close()
  })

  it('are only shown to a key that may only look', async () => {
    await addReviews('Gus')
    const { page, close } = await desk.open({ path: 'reviews', scopes: ['read'] })
    await review(page, 'Gus').waitFor()
    expect(await review(page, 'Gus').getByRole('button').count()).toBe(0)
    await page.keyboard.press('a')
    expect(await review(page, 'Gus').getByText('To approve').isVisible()).toBe(true)
    expect(await statusOf('Gus')).toBe('PENDING')
    await close()
  })

  it('of one product are reached from its page', async () => {
    await addReviews('Hal')
    const { prisma } = desk.shop.database
    const { id, name } = await prisma.product.findFirstOrThrow({ where: { storeId: desk.store.id, slug: 'assam' } })
    const other = await prisma.product.findFirstOrThrow({ where: { storeId: desk.store.id, slug: { not: 'assam' } } })
    const { page, complaints, goTo, close } = await desk.open({ path: `products/${id}` })
    await page.getByRole('link', { name: /^\d.* reviews?$/ }).click()
    await review(page, 'Hal').waitFor()
    await page.getByText('Only reviews of').getByRole('link', { name }).waitFor()
    await expectGood(page, 'reviews-of-product')
    await goTo(`reviews?status=ALL&product=${other.id}`)
    await page.getByText('Only reviews of').getByRole('link', { name: other.name }).waitFor()
    expect(await review(page, 'Hal').count()).toBe(0)
    await page.getByRole('link', { name: 'Show those of all products' }).click()
    await review(page, 'Hal').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('say so when there are none', async () => {
    await desk.shop.database.prisma.review.deleteMany({ where: { storeId: desk.store.id, status: 'PENDING' } })
    const { page, goTo, close } = await desk.open({ path: 'reviews' })
    await page.getByText('Nothing waits for you').waitFor()
    await expectGood(page, 'reviews-none')
    await goTo('reviews?status=APPROVED')
    await page.getByText(/^20 of \d+$/).waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.waitForURL(/after=/)
    await page.getByRole('button', { name: 'Previous' }).waitFor()
    await close()
  })
})
