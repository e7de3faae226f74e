import { buildSchema, GraphQLFloat, getVariableValues, Kind, parse } from 'graphql'
import { describe, expect, it, vi } from 'vitest'
import { readLongVariables } from '../../src/api/graphql/limits/long-variables.ts'
import { IMPORT, importRows } from '../catalog/import/product-list.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const schema = buildSchema(`
  scalar JSON
  input Row { slug: String!, price: Float, unit: String = "each", options: [String!] }
  type Query { count(rows: [Row!]!, ids: [ID!], first: Int): Int }`)

const ask = (text: string, variableValues: Record<string, unknown>) => ({
  ...{ schema, document: parse(text), operationName: null, variableValues },
})
const COUNT = 'query ($rows: [Row!]!, $ids: [ID!], $first: Int) { count(rows: $rows, ids: $ids, first: $first) }'
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ slug: `tea-${n}`, price: n, ...(n % 2 && { options: `size ${n}` }) }))

describe('long lists among the variables', () => {
  it.each([501, 1_000, 1_001, 10_000])('of %d entries are read as they would be at once', async (count) => {
    const asked = ask(COUNT, { rows: rowsOf(count), ids: Array(count).fill(7), first: 3 })
    const read = await readLongVariables(asked)
    const coerced = (document: typeof asked.document, values: typeof asked.variableValues) => {
      const [operation] = document.definitions
      if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('The document has an operation')
      return getVariableValues(schema, operation.variableDefinitions ?? [], values)
    }
    const atOnce = coerced(asked.document, asked.variableValues)
    expect(atOnce.errors).toBeUndefined()
    expect(read && coerced(read.document, read.variableValues ?? {})).toEqual(atOnce)
    expect(read?.variableValues?.rows).toEqual(atOnce.coerced?.rows)
  })

  it('are not read again', async () => {
    const read = await readLongVariables(ask(COUNT, { rows: rowsOf(501) }))
    const [operation] = read?.document.definitions ?? []
    if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('The document has an operation')
    const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], read?.variableValues ?? {})
    expect(coerced?.rows).toBe(read?.variableValues?.rows)
  })

  it('leave the event loop its turns', async () => {
    let turns = 0
    let ended = false
    const count = () => {
      turns += 1
      if (!ended) setImmediate(count)
    }
    setImmediate(count)
    await readLongVariables(ask(COUNT, { rows: rowsOf(10_000) }))
    ended = true
    expect(turns).toBeGreaterThanOrEqual(19)
  })

  it.each([
    ['short lists', COUNT, { rows: rowsOf(500), ids: ['a'] }],
    ['a list with a mistake', COUNT, { rows: [...rowsOf(600), { slug: 7 }], ids: Array(501).fill('a') }],
    ['what is no list', 'query ($first: Int) { count(rows: [], first: $first) }', { first: Array(501).fill(1) }],
    ['what the document does not name', COUNT, { others: Array(501).fill(1) }],
    ['a document without variables', '{ count(rows: []) }', { rows: rowsOf(501) }],
  ])('are left to the executor: %s', async (_, text, values) => {
    expect(await readLongVariables(ask(text, values))).toBeNull()
  })
})

const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds }))
const owner = await ownerOf(shop, await shop.addStore({}))

describe('a long import', () => {
  const rows = Array.from({ length: 1_200 }, (_, n) => ({ slug: `tea-${n}`, name: `Tea ${n}`, price: 1 + n }))

  it('stores every row', async () => {
    expect(await importRows(owner, rows)).toMatchObject({ imported: true, added: rows.map((_, n) => n + 1) })
    const stored = await shop.database.prisma.product.findMany({ select: { slug: true, price: true } })
    expect(new Map(stored.map(({ slug, price }) => [slug, Number(price)]))).toEqual(
      new Map(rows.map(({ slug, price }) => [slug, price * 100])),
    )
  })

  it('reads each price once, for its cost and for its rows', async () => {
    const readPrice = vi.spyOn(GraphQLFloat, 'parseValue')
    await importRows(owner, rows)
    const prices = readPrice.mock.calls.length
    readPrice.mockRestore()
    expect(prices).toBe(rows.length)
  })

  it('with a value of another type is refused as a short one is', async () => {
    const wrong = { slug: 'tea', name: 'Tea', price: 'free' }
    const refusal = await owner.refused(IMPORT, { rows: [wrong] })
    expect(refusal).toEqual({ code: 'BAD_USER_INPUT', message: 'Float cannot represent non numeric value: "free"' })
    expect(await owner.refused(IMPORT, { rows: [...rows, wrong] })).toEqual(refusal)
  })

  it('that is one long text is refused as a short one is, and not searched from each of its characters', async () => {
    const refusal = async (rows: string) => (await owner.refused(IMPORT, { rows })).code
    expect(await refusal('x')).toBe('BAD_USER_INPUT')
    // Took an hour.
    expect(await refusal('x'.repeat(1_000_000))).toBe('BAD_USER_INPUT')
  })
})
