import { describe, expect, it } from 'vitest'
import { peopleWords } from '../../src/web/console/app/data/people-words.ts'

describe('messages of the API in the console', () => {
  it.each([
    ['expected at least 0, found null', 'Please fill this in: at least 0.'],
    ['expected a name, found nothing', 'Please fill this in: a name.'],
    [
      'shipping.freeFrom: expected at most 2 decimals (INR), found 0.123',
      'Shipping, free from: Expected: at most 2 decimals (INR); you gave 0.123.',
    ],
    [
      'input.methods[1].tiers[0].fee: expected at least 0, found -5',
      'Methods 2, tiers 1, fee: Expected: at least 0; you gave -5.',
    ],
    [
      'countries[0]: expected a country code of ISO 3166-1 like "IN", found "India"',
      'Countries 1: Expected: a country code such as IN, or its name; you gave "India".',
    ],
    [
      'regions[0]: expected a region code of ISO 3166-2 like "IN-KA", found "LK-"',
      'Regions 1: Expected: a code such as LK-1, or a name; you gave "LK-".',
    ],
    [
      'This key does not have the scope "orders".',
      'Your key does not open this: it needs "orders". Whoever made the key can make one that does.',
    ],
    [
      'The order was not paid through the payment provider. Refund the buyer in another way, and record it with by: MANUAL.',
      'The order was not paid through the payment provider. Refund the buyer in another way, and choose "I have sent the money myself" when you record it here.',
    ],
    ['expected nothing, found 5', 'Expected: nothing; you gave 5.'],
    ['Product "null" not found', 'Product "null" not found'],
    ['Order not found', 'Order not found'],
  ])('%s', (message, words) => {
    expect(peopleWords(message)).toBe(words)
  })
})
