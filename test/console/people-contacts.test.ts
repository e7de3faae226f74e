import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { type Desk, expectGood, exported, openDesk } from './support/owner.ts'

const MARKUP = `<img src=x onerror="document.title='broken in'"><b>bold</b>`

let desk: Desk

describe('Leads and subscribers in the console', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk({})
    const { prisma } = desk.shop.database
    const storeId = desk.store.id
    const at = (day: string) => ({ createdAt: new Date(`${day}T12:00:00+05:30`) })
    await prisma.lead.createMany({
      data: [
        {
          storeId,
          name: 'Kavya',
          email: 'kavya@example.com',
          phone: '+91 98200 11111',
          message: 'Ship to Goa?',
          ...at('2026-03-01'),
        },
        { storeId, email: 'second@example.com', message: `${'Tea. '.repeat(200)}The end.`, ...at('2026-03-02') },
        { storeId, name: MARKUP, message: MARKUP, phone: 'javascript:alert(1)', ...at('2026-03-03') },
      ],
    })
    await prisma.subscriber.createMany({
      data: [
        { storeId, email: 'reader@example.com', name: MARKUP, source: 'footer', consentedAt: new Date() },
        { storeId, email: 'other@example.com', source: 'popup', consentedAt: new Date() },
      ],
    })
  })
  afterAll(() => desk?.close())

  it.each(['desktop', 'phone'] as const)('leads are read and searched, on a %s', async (size) => {
    const { page, complaints, goTo, close } = await desk.open({ path: 'leads', size })
    const leads = page.locator('.message')
    await page.getByRole('heading', { name: MARKUP }).waitFor()
    expect(await leads.locator('b, img').count()).toBe(0)
    expect(
      await leads.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['tel:1', 'mailto:second%40example.com', 'mailto:kavya%40example.com', 'tel:+919820011111'])
    expect(await page.getByText('The end.').count()).toBe(0)
    await page.getByRole('button', { name: 'Show the whole message' }).click()
    await page.getByText('The end.').waitFor()
    await expectGood(page, 'leads')

    await page.getByRole('searchbox').fill('goa')
    await page.getByText('1 in all').waitFor()
    expect(await leads.count()).toBe(1)
    await goTo('leads?from=2026-03-02&until=2026-03-02')
    await page.getByText('1 in all').waitFor()
    expect(await leads.innerText()).toContain('second@example.com')
    await goTo('leads?q=nobody')
    await page.getByText('No message matches').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('leads are exported, and deleted once one has confirmed', async () => {
    const { page, close } = await desk.open({ path: 'leads' })
    expect(await exported(page, 'Leads, plain CSV')).toContain('kavya@example.com')
    const ask = () => page.getByRole('button', { name: 'Delete the message of Kavya' }).click()
    await ask()
    await page.getByText(/^The message of Kavya of Mar 1, 2026, 12:00 PM, .* This cannot be undone\.$/).waitFor()
    await page.getByRole('button', { name: 'Keep it' }).click()
    expect(await desk.shop.database.prisma.lead.count()).toBe(3)
    await ask()
    await page.getByRole('button', { name: 'Delete the message', exact: true }).click()
    await page.getByText('2 in all').waitFor()
    expect(await desk.shop.database.prisma.lead.count({ where: { name: 'Kavya' } })).toBe(0)
    await close()
  })

  it.each(['desktop', 'phone'] as const)('subscribers are searched and seen, on a %s', async (size) => {
    const { page, complaints, close } = await desk.open({ path: 'subscribers', size })
    await page.getByText('2 in all').waitFor()
    await page.getByText(MARKUP).waitFor()
    expect(await page.locator('#content b, #content img').count()).toBe(0)
    await expectGood(page, 'subscribers')
    await page.getByRole('searchbox').fill('other')
    await page.getByText('1 in all').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('subscribers are exported, and removed once one has confirmed', async () => {
    const { page, close } = await desk.open({ path: 'subscribers' })
    expect(await exported(page, 'Subscribers, plain CSV')).toContain('other@example.com')
    await page.getByRole('button', { name: 'Remove other@example.com' }).click()
    await page.getByText(/^The address and the consent of .* are lost\. Only they can subscribe again\.$/).waitFor()
    await page.getByRole('button', { name: 'Remove the subscriber' }).click()
    await page.getByText('other@example.com was removed').first().waitFor()
    await page.getByText('1 in all').waitFor()
    await close()
  })

  it('are only shown to a key that may only look', async () => {
    const { page, goTo, close } = await desk.open({ path: 'leads', scopes: ['read'] })
    await page.locator('.message').first().waitFor()
    expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
    await goTo('subscribers')
    await page.getByRole('table').waitFor()
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
    await close()
  })

  it('say so when there are none', async () => {
    await desk.shop.database.prisma.lead.deleteMany()
    await desk.shop.database.prisma.subscriber.deleteMany()
    const { page, goTo, close } = await desk.open({ path: 'leads' })
    await page.getByText('No messages yet').waitFor()
    await goTo('subscribers')
    await page.getByText('No subscribers yet').waitFor()
    await close()
  })
})
