import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { buy, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { needs } from '../support/needs.ts'
import { type Desk, openDesk } from './support/owner.ts'

let desk: Desk

/** Of every place; a name in braces is of a record that only the running store knows. */
const paths = [
  ...['', 'orders', 'orders/{order}', 'slips?orders={order}', 'products', 'products/new', 'products/import'],
  ...['products/{product}', 'customers', 'customers/{customer}', 'reviews', 'discounts', 'discounts/new/discount'],
  ...[
    'discounts/WELCOME10',
    'delivery',
    'delivery/new/zone',
    'payment-methods',
    'payment-methods/new/method',
    'try-out',
  ],
  ...['leads', 'subscribers', 'settings', 'settings/store', 'settings/appearance', 'settings/tax', 'settings/shipping'],
  ...['settings/loyalty', 'settings/chat', 'settings/mails', 'settings/payments', 'settings/webhooks', 'settings/keys'],
  ...['settings/redirects', 'settings/jobs', 'settings/history'],
]
const known: Record<string, string> = {}

/** Marks what a mouse could use. @returns their names, by mark */
const markControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
    const usable = all.filter((element) => {
      // One of a group of radio buttons is reached by Tab, the others by arrows.
      const isOneOfGroup = element.matches('input[type="radio"]')
      return element.checkVisibility() && !element.matches(':disabled') && element.tabIndex !== -1 && !isOneOfGroup
    })
    return usable.map((element, index) => {
      element.dataset.mark = String(index)
      return `${element.tagName} ${element.ariaLabel ?? element.innerText ?? ''} ${element.getAttribute('name') ?? ''}`
    })
  })

interface Focused {
  /** Of what has received the focus. */
  mark: string | undefined
  /** Whether a person sees that. */
  isSeen: boolean
}

declare global {
  var focused: Focused[]
}

/** Notes in the page what receives the focus from now on: to ask it after each key takes as long as the key. */
const watchFocus = (page: Page): Promise<void> =>
  page.evaluate(() => {
    globalThis.focused = []
    document.addEventListener('focusin', ({ target }) => {
      const element = target as HTMLElement
      // A control that is hidden behind its label shows the focus there.
      const shown = [element, ...((element as HTMLInputElement).labels ?? []), element.parentElement]
      const isSeen = shown.some((one) => {
        const style = one && getComputedStyle(one)
        return style && (style.boxShadow !== 'none' || style.outlineStyle !== 'none')
      })
      globalThis.focused.push({ mark: element.dataset.mark, isSeen })
    })
  })

describe('the console by keyboard', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk()
    const { shop, store } = desk
    known.product = await productIdOf(shop, store, 'nilgiri-frost')
    const { orderNo } = await buy(shop, clientOf(shop, 'demo', 'REST'), { items: [{ id: known.product, qty: 1 }] })
    known.order = orderNo
    known.customer = (await shop.database.prisma.customer.findFirstOrThrow({ where: { storeId: store.id } })).id
  })
  afterAll(() => desk?.close())

  it('reaches everything in every place, and shows where it is', async () => {
    const { page, goTo, close } = await desk.open()
    for (const path of paths) {
      await goTo(path.replaceAll(/\{(\w+)\}/g, (_, name) => known[name] ?? ''))
      await expect.poll(() => page.locator('.loading').count()).toBe(0)
      const controls = await markControls(page)
      expect(controls.length).toBeGreaterThan(10)
      await watchFocus(page)
      const press = async (times: number) => {
        for (let presses = 0; presses < times; presses += 1) await page.keyboard.press('Tab')
        return (await page.evaluate(() => globalThis.focused)).filter(({ mark }) => mark !== undefined)
      }
      let focused = await press(controls.length)
      // Some presses lead to what is no control, such as a list that scrolls.
      if (new Set(focused.map(({ mark }) => mark)).size < controls.length) focused = await press(20)
      const reached = new Set(focused.map(({ mark }) => mark))
      const unseen = focused.filter(({ isSeen }) => !isSeen).map(({ mark }) => controls[Number(mark)] ?? '')
      const missed = controls.filter((_, index) => !reached.has(String(index)))
      expect([path, missed, unseen]).toEqual([path, [], []])
    }
    await close()
  })
})
