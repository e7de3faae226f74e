import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { atOnce, buyer, dataOf, pay, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

let store: Store
let owner: Owner

const shop = await forAllTests(openShop({ limitsOff: true }))
const open = async () => {
  const products = [{ slug: 'assam', name: 'Assam', price: 500 }]
  store = await shop.addStore({ store: { payments: { provider: 'sandbox' } }, products })
  owner = await ownerOf(shop, store)
}

const ALL = `code type value minSubtotal maxDiscount usageLimit perCustomerLimit startsAt endsAt active timesUsed heldUses version`
const UPSERT = `mutation ($input: DiscountInput!) { upsertDiscount(input: $input) { ${ALL} } }`
const upsert = async (input: object) => (await owner.ask(UPSERT, { input })).upsertDiscount
const refused = (input: object) => owner.refused(UPSERT, { input })
const ten = { code: 'TEN', type: 'PERCENT', value: 10 }

describe('a discount that breaks a rule', () => {
  beforeAll(open)

  it.each([
    [
      { code: 'TEN' },
      'type: expected one, which a new discount needs, found nothing; value: expected one, which a new discount needs, found nothing',
    ],
    [{ code: 'TEN', type: 'FIXED' }, 'value: expected one, which a new discount needs, found nothing'],
    [{ ...ten, code: ' ' }, 'code: expected more than blanks, found " "'],
    [{ ...ten, code: 'x'.repeat(51) }, /^code: expected 1 to 50 characters/],
    [{ ...ten, value: 101 }, 'value: expected a number of at most 100, found 101'],
    [{ ...ten, value: -1 }, 'value: expected a number of at least 0, found -1'],
    [{ ...ten, type: 'FIXED', value: 0.001 }, 'value: expected at most 2 decimals (INR), found 0.001'],
    [{ ...ten, usageLimit: -1 }, 'usageLimit: expected a number of at least 0, found -1'],
    [{ ...ten, minSubtotal: -1, active: null }, /^active: expected true or false, found null; minSubtotal: /],
    [{ ...ten, startsAt: '1960-01-01T00:00:00Z' }, /^startsAt: expected a date of 1970 to 9999/],
    [{ ...ten, startsAt: '2027-01-01T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' }, /^endsAt: expected a moment after/],
  ])('is refused: %#', async (input, message) => {
    const { code, message: reported } = await refused(input)
    expect(code).toBe('BAD_USER_INPUT')
    if (typeof message === 'string') expect(reported).toBe(message)
    else expect(reported).toMatch(message)
  })
})

describe('a discount', () => {
  beforeEach(open)

  it('is created with everything that an owner sets', async () => {
    const everything = {
      ...{
        ...ten,
        value: 12.5,
        minSubtotal: 500,
        maxDiscount: 99.5,
        usageLimit: 7,
        perCustomerLimit: 1,
        active: false,
      },
      ...{ startsAt: '2026-01-01T00:00:00.000Z', endsAt: '2027-01-01T00:00:00.000Z' },
    }
    const created = { ...everything, timesUsed: 0, heldUses: 0, version: 1 }
    expect(await upsert({ ...everything, code: ' ten ' })).toEqual(created)
    expect((await owner.ask(`{ discounts { totalCount nodes { ${ALL} } } }`)).discounts).toEqual({
      totalCount: 1,
      nodes: [created],
    })
  })

  it('changes where a field is given, and is cleared where it is null', async () => {
    const created = await upsert({ ...ten, minSubtotal: 500, usageLimit: 7, endsAt: '2027-01-01T00:00:00Z' })
    expect(await upsert({ code: 'ten', version: 1, minSubtotal: null })).toEqual({
      ...created,
      minSubtotal: null,
      version: 2,
    })
    expect(await upsert({ code: 'TEN', version: 2, type: 'FIXED', value: 49.5 })).toMatchObject({
      ...{ type: 'FIXED', value: 49.5, usageLimit: 7, version: 3 },
    })
    expect(await upsert({ code: 'TEN', version: 3, usageLimit: null, endsAt: null, active: false })).toMatchObject({
      ...{ value: 49.5, usageLimit: null, endsAt: null, active: false, version: 4 },
    })
    expect(await upsert({ code: 'TEN', version: 4, value: 49.5 })).toMatchObject({ version: 4 })
  })

  it('keeps its period in order when one end changes, and asks for a value with another type', async () => {
    await upsert({ ...ten, endsAt: '2027-01-01T00:00:00Z' })
    expect(await refused({ code: 'TEN', version: 1, startsAt: '2028-01-01T00:00:00Z' })).toMatchObject({
      message: expect.stringMatching(/^startsAt: expected a moment before endsAt in the store/),
    })
    expect(await refused({ code: 'TEN', version: 1, type: 'FIXED' })).toMatchObject({
      message: 'value: expected one, since the type is another now, found nothing',
    })
  })

  it('is changed only by whoever knows its version, and by one of those who do it at once', async () => {
    await upsert(ten)
    expect(await refused(ten)).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining('There is a discount "TEN" already'),
    })
    expect(await refused({ ...ten, code: 'TWENTY', version: 1 })).toMatchObject({ code: 'NOT_FOUND' })
    const answers = await atOnce(6, (index) => owner.post(UPSERT, { input: { code: 'TEN', version: 1, value: index } }))
    const codes = answers.map(({ body }) => body.errors?.[0].extensions.code ?? 'ok').sort()
    expect(codes).toEqual([...Array(5).fill('CONFLICT'), 'ok'])
    expect(await refused({ code: 'TEN', version: 1, value: 3 })).toEqual({
      code: 'CONFLICT',
      message: 'This discount was changed meanwhile. Read it again, then send your change with its version.',
    })
  })

  it('is created once when many do it at once, and written over by none of them', async () => {
    const answers = await atOnce(8, (index) =>
      owner.post(UPSERT, { input: { code: 'FRESH', type: 'PERCENT', value: index + 1 } }),
    )
    const created = answers.flatMap(({ body }) => body.data.upsertDiscount ?? [])
    expect(created).toHaveLength(1)
    const codes = answers.flatMap(({ body }) => body.errors?.map(({ extensions }: any) => extensions.code) ?? [])
    expect(codes.filter((code) => code !== 'BAD_USER_INPUT' && code !== 'CONFLICT')).toEqual([])
    const { discounts } = await owner.ask('{ discounts(search: "FRESH") { nodes { value version } } }')
    expect(discounts.nodes).toEqual([{ value: created[0].value, version: 1 }])
  })

  it('reports its uses, and that it is switched off, to shoppers at once', async () => {
    await upsert(ten)
    const client = clientOf(shop, store.subdomain, 'REST')
    const cart = { buyer, items: [{ id: await productIdOf(shop, store, 'assam'), qty: 1 }], discountCode: 'ten' }
    const placed = await dataOf(client.checkout(cart))
    expect(placed.breakdown.discount).toBe(50)
    const uses = async () => (await owner.ask('{ discounts { nodes { timesUsed heldUses version } } }')).discounts.nodes
    expect(await uses()).toEqual([{ timesUsed: 0, heldUses: 1, version: 1 }])
    await dataOf(client.verify(await pay(shop, placed.providerOrderId)))
    expect(await uses()).toEqual([{ timesUsed: 1, heldUses: 0, version: 1 }])
    await upsert({ code: 'TEN', version: 1, active: false })
    expect((await dataOf(client.checkout(cart))).breakdown.discount).toBe(0)
  })

  it('is found by its code, as an owner writes it', async () => {
    const created = await upsert(ten)
    const found = async (code: string) =>
      (await owner.ask(`query ($code: String!) { discount(code: $code) { ${ALL} } }`, { code })).discount
    expect(await found(' ten ')).toEqual(created)
    expect([await found('TE'), await found(''), await found('TEN'.repeat(50)), await found('\u0000')]).toEqual(
      Array(4).fill(null),
    )
  })

  it('of another store is unknown', async () => {
    await upsert(ten)
    const other = await ownerOf(shop, await shop.addStore())
    expect((await other.ask('{ discounts { totalCount } }')).discounts.totalCount).toBe(0)
    expect(await other.refused(UPSERT, { input: { code: 'TEN', version: 1 } })).toMatchObject({ code: 'NOT_FOUND' })
    expect((await other.ask(UPSERT, { input: ten })).upsertDiscount.version).toBe(1)
  })
})

describe('the list of discounts', () => {
  beforeAll(open)

  it('has filters, pages, and as many statements for one as for many', async () => {
    for (const code of ['SUMMER', 'WINTER_5', 'WINTER50']) await upsert({ ...ten, code, active: code !== 'SUMMER' })
    const listed = async (args: string) =>
      (await owner.ask(`{ discounts(${args}) { nodes { code } } }`)).discounts.nodes.map(({ code }: any) => code).sort()
    expect(await listed('search: "winter"')).toEqual(['WINTER50', 'WINTER_5'])
    expect(await listed('search: "r_"')).toEqual(['WINTER_5'])
    expect(await listed('active: false')).toEqual(['SUMMER'])

    const page = async (after: string | null) =>
      (
        await owner.ask(
          'query ($after: String) { discounts(first: 2, after: $after) { totalCount nodes { code } pageInfo { endCursor } } }',
          { after },
        )
      ).discounts
    const first = await page(null)
    const rest = await page(first.pageInfo.endCursor)
    expect([...first.nodes, ...rest.nodes].map(({ code }) => code).sort()).toEqual(['SUMMER', 'WINTER50', 'WINTER_5'])
    expect(rest.totalCount).toBe(3)

    const statements = async (size: number) => {
      shop.statements()
      await owner.ask(`{ discounts(first: ${size}) { totalCount nodes { ${ALL} } } }`)
      return shop.statements().length
    }
    expect(await statements(3)).toBe(await statements(1))
  })
})
