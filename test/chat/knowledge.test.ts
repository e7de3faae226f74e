import { describe, expect, it } from 'vitest'
import type { Knowledge, KnownProduct } from '../../src/commerce/chat/knowledge/knowledge.ts'
import { sentencesOf, settingsSentences } from '../../src/commerce/chat/knowledge/knowledge.ts'
import { indexKnowledge } from '../../src/commerce/chat/knowledge/knowledge-index.ts'
import { parseQuestion } from '../../src/commerce/chat/knowledge/question.ts'
import { termsOf } from '../../src/commerce/chat/knowledge/words.ts'
import type { Store } from '../../src/generated/prisma/client.ts'

it.each([
  ['Open 9 to 6. Closed on Sundays! Really? Yes.', ['Open 9 to 6.', 'Closed on Sundays!', 'Really?', 'Yes.']],
  ['Call us at 2.30 p.m. or later, e.g. at 3.', ['Call us at 2.30 p.m. or later, e.g. at 3.']],
  ['One line\n\nAnother one  ', ['One line', 'Another one']],
  ['  ', []],
])('the sentences of %j', (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences)
})

it('words meet in their stems and in what they mean', () => {
  expect(termsOf('Wrapping, wrapped, wraps')).toEqual(['wrap', 'wrap', 'wrap'])
  expect(new Set(termsOf('shipping delivery shipped courier'))).toEqual(new Set(['deliver']))
  expect(termsOf('Where is the Café?')).toEqual(['caf'])
  expect(termsOf('What do you have?')).toEqual([])
})

it('long texts of blanks, digits and letters are read in no time', () => {
  // The processor's time: the clock's depends on what else the machine does.
  const start = process.cpuUsage()
  for (const text of [' '.repeat(20_000), '1'.repeat(20_000), `. ${' '.repeat(20_000)}x`, 'aing'.repeat(5_000)]) {
    for (const sentence of sentencesOf(text)) termsOf(sentence)
  }
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(1_000)
})

const settings = {
  currency: 'INR',
  shippingFee: 5_000n,
  shippingFreeFrom: 99_900n,
  taxRateMicro: 180_000,
  taxInclusive: false,
  loyaltyEnabled: true,
  earnRateMicro: 100_000n,
  redeemRateMicro: 500_000n,
} as Store

it('settings are said in sentences', () => {
  expect(settingsSentences(settings, false)).toEqual([
    'Shipping costs ₹50, and is free for orders from ₹999.',
    'Tax (GST) is not included in the prices: it is added at checkout, usually 18%.',
    'Loyalty: customers with an account earn 0.1 points for every INR 1 spent, and a point is worth INR 0.5.',
  ])
  expect(settingsSentences({ ...settings, shippingFee: 0n, taxInclusive: true, loyaltyEnabled: false }, false)).toEqual(
    ['Shipping and delivery are free.', 'All taxes (GST) are included in the prices.'],
  )
})

describe('the index', () => {
  const product = { id: '1', name: 'Assam', category: '', description: 'Malty.', price: 1n, variants: [] }
  const knowledge = (changes: object = {}): Knowledge => ({
    store: settings,
    products: [{ ...product, ...changes } as unknown as KnownProduct],
    services: [],
    sentences: [],
    settings: [],
  })
  const question = parseQuestion('assam', { knows: () => false, isGeneric: () => false })

  it('stays cached while only prices change, and has the new ones', async () => {
    const before = await indexKnowledge(knowledge())
    const after = await indexKnowledge(knowledge({ price: 2n }), before)
    expect(after.texts.index).toBe(before.texts.index)
    expect(after.search(question)).toMatchObject([{ fact: { product: { price: 2n } }, coverage: 1, named: true }])
  })

  it('is made anew when a text changes', async () => {
    const before = await indexKnowledge(knowledge())
    const after = await indexKnowledge(knowledge({ name: 'Sencha' }), before)
    expect(after.texts.index).not.toBe(before.texts.index)
    expect(after.search(question)).toEqual([])
  })
})
