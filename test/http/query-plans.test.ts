import { buildSchema, type ExecutionResult, type GraphQLResolveInfo, parse } from 'graphql'
import { createYoga } from 'graphql-yoga'
import { describe, expect, it } from 'vitest'
import { planQuery } from '../../src/gateway/query-plan.ts'
import { runPlan } from '../../src/gateway/run-plan.ts'
import { selects } from '../../src/gateway/selects.ts'
import { schemaOf, type Values } from '../support/small-schema.ts'

const typeDefs = `
  type Query { shelf(first: Int! = 2, kind: Kind = BIG, input: Limits): Shelf, other: String, must: Shelf! }
  type Mutation { add(name: String!): Int }
  input Limits { most: Float!, names: [String!] }
  enum Kind { BIG SMALL }
  interface Named { name: String! }
  type Shelf { id: ID!, teas: [Tea!]!, maybe: [Tea], rows: [[Tea!]], label: String, must: String!, kind: Kind!, named: Named }
  type Tea implements Named { name: String!, price(per: Int = 100): Float!, origin: Shelf }
`

const fails = (message: string) => () => {
  throw new Error(message)
}
const later =
  <Value>(value: Value, turns = 0) =>
  async () => {
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
    return value
  }
const failsLater =
  (message: string, turns = 0) =>
  async () => {
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
    throw new Error(message)
  }
/** Fails for every second object. */
const failsAtTimes = (isLater: boolean) => {
  let calls = 0
  return () => {
    calls += 1
    if (calls % 2 === 1) return 4
    if (isLater) return Promise.reject(new Error(`no price ${calls}`))
    throw new Error(`no price ${calls}`)
  }
}

const seen = (result: ExecutionResult) => ({
  text: JSON.stringify(result),
  ours: result.errors?.map(({ originalError }) => originalError !== undefined),
})

/** The answer of Yoga's executor, and that of a plan. */
async function bothWays(resolvers: () => Record<string, Values>, source: string) {
  const document = parse(source)
  const execute = createYoga({ schema: schemaOf(typeDefs, {}), logging: false, maskedErrors: false }).getEnveloped(
    {},
  ).execute
  const interpreted: ExecutionResult = await execute({
    schema: schemaOf(typeDefs, resolvers()),
    document,
    contextValue: {},
  })
  const plan = planQuery(schemaOf(typeDefs, resolvers()), document)
  const planned = plan && (await runPlan(plan, {}, {}))
  return { interpreted: seen(interpreted), planned: planned && seen(planned) }
}

const tea = { name: 'Assam', price: 4.5, origin: null }
const shelf = {
  id: 7,
  teas: [tea, tea],
  maybe: [tea, null],
  rows: [[tea], [tea, tea]],
  label: null,
  must: 'yes',
  kind: 'BIG',
}
const everything = `{ other shelf { ...A id number: id __typename teas { of: __typename name } must kind } }
  fragment A on Shelf { teas { price origin { id } ... { dear: price(per: 50) } ... on Tea { name } } maybe { name price } rows { name } label }`

describe('a planned query answers what Yoga’s executor does', () => {
  it.each<[string, () => Record<string, Values>]>([
    ['plain values', () => ({ Query: { shelf: () => shelf, other: () => 'x' } })],
    ['promises', () => ({ Query: { shelf: later(shelf) }, Shelf: { teas: later([tea]), must: later('yes') } })],
    [
      'promises that take longer',
      () => ({ Query: { shelf: later(shelf, 3), other: later('x', 7) }, Tea: { price: later(3, 2) } }),
    ],
    ['nothing', () => ({ Query: { shelf: () => null, other: later(null) } })],
    [
      'methods',
      () => ({
        Query: {
          shelf: () => ({
            ...shelf,
            label: ({ x = 1 }, _: unknown, { fieldName }: GraphQLResolveInfo) => fieldName + x,
          }),
        },
      }),
    ],
    [
      'entries that are promises',
      () => ({ Query: { shelf: () => ({ ...shelf, maybe: [later(tea)(), failsLater('gone')()] }) } }),
    ],
    ['a set as a list', () => ({ Query: { shelf: () => ({ ...shelf, teas: new Set([tea]) }) } })],
    ['a field that fails', () => ({ Query: { shelf: () => shelf, other: fails('no') } })],
    ['a field that fails later', () => ({ Query: { shelf: () => shelf, other: failsLater('no', 5) } })],
    ['one that must not fail', () => ({ Query: { shelf: () => shelf }, Shelf: { must: failsLater('no') } })],
    ['one that must not fail, at once', () => ({ Query: { shelf: () => shelf }, Shelf: { must: fails('no') } })],
    [
      'two that must not fail',
      () => ({ Query: { shelf: () => shelf }, Shelf: { must: fails('no'), teas: failsLater('nor this', 2) } }),
    ],
    ['one that must not be null', () => ({ Query: { shelf: () => ({ ...shelf, must: null }) } })],
    ['one that must not be null, later', () => ({ Query: { shelf: later(shelf) }, Shelf: { must: later(null) } })],
    ['an entry that must not be null', () => ({ Query: { shelf: () => ({ ...shelf, teas: [tea, null] }) } })],
    ['a row that holds nothing', () => ({ Query: { shelf: () => ({ ...shelf, rows: [null, [tea, null], [tea]] }) } })],
    [
      'an entry that may be null',
      () => ({ Query: { shelf: () => shelf }, Shelf: { maybe: later([null, { name: null }]) } }),
    ],
    ['fields of entries that fail', () => ({ Query: { shelf: () => shelf }, Tea: { price: failsAtTimes(false) } })],
    [
      'fields of entries that fail later',
      () => ({ Query: { shelf: () => shelf }, Tea: { price: failsAtTimes(true) } }),
    ],
    [
      'several that fail in turn',
      () => ({
        Query: { shelf: later(shelf, 2), other: failsLater('b', 4) },
        Shelf: { label: failsLater('a') },
        Tea: { origin: failsLater('c', 1) },
      }),
    ],
    ['an unknown kind', () => ({ Query: { shelf: () => ({ ...shelf, kind: 'HUGE' }) } })],
    ['a number that is none', () => ({ Query: { shelf: () => ({ ...shelf, teas: [{ ...tea, price: 'much' }] }) } })],
    ['something that is no list', () => ({ Query: { shelf: () => ({ ...shelf, teas: tea }) } })],
    ['an error as a value', () => ({ Query: { shelf: () => ({ ...shelf, label: new Error('instead') }) } })],
    [
      'several errors in one',
      () => ({
        Query: {
          shelf: () => shelf,
          other: () => Promise.reject(new AggregateError([new Error('a'), new Error('b')])),
        },
      }),
    ],
  ])('%s', async (_, resolvers) => {
    const { interpreted, planned } = await bothWays(resolvers, everything)
    expect(planned).toEqual(interpreted)
  })

  it('where a root field must not fail', async () => {
    const { interpreted, planned } = await bothWays(
      () => ({ Query: { must: failsLater('no'), other: later('x') } }),
      '{ other must { id } }',
    )
    expect(JSON.parse(interpreted.text).data).toBeNull()
    expect(planned).toEqual(interpreted)
  })

  it('what resolvers are told', async () => {
    const told: unknown[] = []
    const shelf = (_: unknown, args: unknown, __: unknown, info: GraphQLResolveInfo) => {
      const { fieldName, path, parentType, returnType, operation, fieldNodes, variableValues, fragments } = info
      told.push({ args, fieldName, path, types: [String(parentType), String(returnType)], name: operation.name?.value })
      told.push(
        fieldNodes.length,
        { ...variableValues },
        Object.keys(fragments),
        selects(info, 'label'),
        selects(info, 'id'),
      )
      return null
    }
    await bothWays(
      () => ({ Query: { shelf } }),
      `query Q { mine: shelf(input: { most: 2, names: "a" }) { ...L } mine: shelf(input: { most: 2, names: "a" }) { must } }
        fragment L on Shelf { label }`,
    )
    expect(told.slice(told.length / 2)).toEqual(told.slice(0, told.length / 2))
    expect(told).toHaveLength(12)
  })
})

describe('no plan is made of', () => {
  it.each([
    ['a mutation', 'mutation { add(name: "x") }'],
    ['two operations', 'query A { other } query B { other }'],
    ['a directive of a field', 'query ($a: Boolean!) { other @include(if: $a) }'],
    ['a directive of a fragment', 'query ($a: Boolean!) { ...A @skip(if: $a) } fragment A on Query { other }'],
    ['a directive of the operation', 'query @x { other }'],
    ['questions about the schema', '{ __schema { types { name } } }'],
    ['an alias that every object has', '{ shelf { __proto__: id } }'],
    ['a type that may be one of several', '{ shelf { named { name } } }'],
    ['a fragment on an interface', '{ shelf { teas { ... on Named { name } } } }'],
    ['very many fields', `{ ${Array.from({ length: 501 }, (_, at) => `a${at}: other`).join(' ')} }`],
    [
      'fragments that grow',
      `{ shelf { ...A } } fragment A on Shelf { ${Array.from({ length: 30 }, (_, at) => `a${at}: teas { ...B }`).join(' ')} }
        fragment B on Tea { ${Array.from({ length: 30 }, (_, at) => `b${at}: name`).join(' ')} }`,
    ],
  ])('%s', (_, source) => {
    expect(planQuery(buildSchema(typeDefs), parse(source))).toBeNull()
  })
})
