import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { type Desk, expectGood, openDesk } from './support/owner.ts'

let desk: Desk

describe('What was changed, and what the assistant says', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk?.close())

  it('changes are listed with who made them, the old and the new value, and filtered by what they are about', async () => {
    const { version } = (await desk.owner.ask('{ store { version } }')).store
    await desk.owner.ask(
      `mutation { updateStore(version: ${version}, input: {
        businessName: "<b>Leaf</b>", lowStockThreshold: 9, shopEnabled: false, shipping: { freeFrom: 1499.5 }
        loyalty: { redeemRate: 0.0025 }
      }) { version } }`,
    )
    await desk.owner.ask('mutation { createKey(name: "Till", scopes: [ORDERS]) { key } }')
    const [review] = (await desk.owner.ask('{ reviews(status: PENDING) { nodes { id } } }')).reviews.nodes
    await desk.owner.ask('mutation ($id: ID!) { approveReview(id: $id) { id } }', { id: review.id })
    const { page, complaints, close } = await desk.open({ path: 'settings/history', size: 'phone' })
    const entries = page.getByRole('list', { name: 'Changes' }).locator('> li')
    await entries.filter({ hasText: 'Settings' }).first().waitFor()
    const settings = (await entries.filter({ hasText: 'Settings' }).first().textContent()) ?? ''
    expect(settings).toMatch(/test · .*Business name: Demo Tea House.*<b>Leaf<\/b>/)
    expect(settings).toMatch(/Low stock threshold: 5 → *became *9/)
    expect(settings).toMatch(/Shop in the browser: yes → *became *no/)
    expect(settings).toMatch(/Shipping: free from: .* → *became *₹1,499.50/)
    expect(settings).toMatch(/Loyalty: redeem rate: .* → *became *0\.0025/)
    const reviewed = await entries.filter({ hasText: 'Review of' }).first().textContent()
    expect(reviewed).toMatch(/Status: Pending → *became *Approved/)
    await expectGood(page, 'settings-history')
    await page.getByLabel('What was changed').selectOption('KEY')
    await entries.filter({ hasText: 'Settings' }).first().waitFor({ state: 'detached' })
    expect(await entries.filter({ hasText: '“Till” created' }).count()).toBe(1)
    await page.reload()
    await entries.filter({ hasText: '“Till” created' }).waitFor()
    expect(await entries.filter({ hasText: 'Settings' }).count()).toBe(0)
    await page.getByLabel('What was changed').selectOption('WEBHOOK')
    await page.getByText('Nothing of this was changed').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('a review that was decided on is listed with its product and what became of it', async () => {
    const { prisma } = desk.shop.database
    const [storeId, asked] = [desk.store.id, { where: { storeId: desk.store.id } }]
    const product = await prisma.product.findFirstOrThrow(asked)
    const words = { reviewerName: 'Ravi', rating: 4, title: 'Good', body: 'Good tea.' }
    const { id } = await prisma.review.create({ data: { storeId, productId: product.id, ...words } })
    await desk.owner.ask(`mutation { approveReview(id: "${id}") { status } }`)
    const { page, close } = await desk.open({ path: 'settings/history?subject=REVIEW' })
    const entry = page.getByRole('list', { name: 'Changes' }).locator('> li').first()
    await entry.getByText(`Review of “${product.name}”`).waitFor()
    expect(await entry.textContent()).toMatch(/Status: Pending → *became *Approved/)
    await close()
  })

  it('the assistant answers a trial with what is typed and not saved', async () => {
    const { page, complaints, close } = await desk.open({ path: 'settings/chat' })
    await page.getByLabel('What it knows').fill('Our opening hours: we are open from 7 to 11 at night.')
    await page.getByLabel('Question').fill('What are your opening hours?')
    await page.keyboard.press('Enter')
    const talk = page.getByRole('list', { name: 'Conversation' })
    await talk.getByText('Assistant').waitFor()
    expect(await talk.textContent()).toContain('7 to 11 at night')
    expect((await desk.owner.ask('{ store { chat { context } } }')).store.chat.context).not.toContain('7 to 11')
    await expectGood(page, 'settings-chat-trial')
    await page.getByRole('button', { name: 'Start again' }).click()
    expect(await talk.textContent()).toBe('')
    expect(complaints).toEqual([])
    await close()
  })
})
