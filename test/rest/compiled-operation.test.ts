import { execute, type GraphQLError, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { Context } from '../../src/api/context.ts'
import { compileOperation } from '../../src/api/rest/compiled-operation.ts'
import { schemaOf, type Values } from '../support/small-schema.ts'

const typeDefs = `
  type Query { shelf(input: Limits, first: Int! = 2): Shelf, other: String }
  type Mutation { add(name: String!): Int, remove: Int! }
  input Limits { most: Float!, names: [String!], kind: Kind = BIG }
  enum Kind { BIG SMALL }
  type Shelf { id: ID!, teas: [Tea!]!, maybe: [Tea], label: String, must: String!, kind: Kind! }
  type Tea { name: String!, price: Float!, origin: Shelf }
`

const fails = (message: string) => () => {
  throw new Error(message)
}
const later =
  <Value>(value: Value) =>
  async () =>
    value
const failsLater = (message: string) => async () => {
  throw new Error(message)
}

const seen = ({ data, errors = [] }: { data?: unknown; errors?: readonly GraphQLError[] | undefined }) => ({
  data: JSON.parse(JSON.stringify(data ?? null)),
  // REST tells the first one. Quotes around names of types differ, in messages that only the log shows.
  error: errors.slice(0, 1).map(({ message, path, originalError }) => ({
    message: message.replaceAll('"', ''),
    path,
    isOurs: originalError !== undefined,
  })),
})

async function bothWays(resolvers: Record<string, Values>, source: string, variables: Values = {}) {
  const document = parse(source)
  const context = {} as Context // the resolvers of this test read nothing of it
  const schema = schemaOf(typeDefs, resolvers)
  const interpreted = await execute({ schema, document, variableValues: variables, contextValue: context })
  const compiled = await compileOperation(schema, document)(variables, context)
  return { interpreted: seen(interpreted), compiled: seen(compiled) }
}

const tea = { name: 'Assam', price: 4.5, origin: null }
const shelf = { id: 7, teas: [tea, tea], maybe: [tea, null], label: null, must: 'yes', kind: 'BIG' }
const everything = `query Q($input: Limits) { shelf(input: $input) {
  id number: id teas { name price origin { id } } maybe { name } label must kind } other }`

describe('a compiled operation answers what an interpreted one does', () => {
  it.each<[string, Record<string, Values>]>([
    ['plain values', { Query: { shelf: () => shelf, other: () => 'x' } }],
    ['promises', { Query: { shelf: later(shelf) }, Shelf: { teas: later([tea]), must: later('yes') } }],
    ['nothing', { Query: { shelf: () => null, other: later(null) } }],
    ['a field that fails', { Query: { shelf: () => shelf, other: fails('no') } }],
    ['a field that fails later', { Query: { shelf: () => shelf, other: failsLater('no') } }],
    ['one that must not fail', { Query: { shelf: () => shelf }, Shelf: { must: failsLater('no') } }],
    ['one that must not be null', { Query: { shelf: () => ({ ...shelf, must: null }) } }],
    ['an entry that must not be null', { Query: { shelf: () => ({ ...shelf, teas: [tea, null] }) } }],
    ['an entry that may be null', { Query: { shelf: () => shelf }, Shelf: { maybe: later([null, { name: null }]) } }],
    ['a field of an entry that fails', { Query: { shelf: () => shelf }, Tea: { price: fails('no price') } }],
    ['an unknown kind', { Query: { shelf: () => ({ ...shelf, kind: 'HUGE' }) } }],
    ['something that is no list', { Query: { shelf: () => ({ ...shelf, teas: tea }) } }],
    ['an error as a value', { Query: { shelf: () => ({ ...shelf, label: new Error('instead') }) } }],
  ])('%s', async (_, resolvers) => {
    const { interpreted, compiled } = await bothWays(resolvers, everything)
    expect(compiled).toEqual(interpreted)
  })

  it('mutations, one after the other', async () => {
    const done: string[] = []
    const resolvers = {
      Mutation: {
        add: async (_: unknown, { name }: { name: string }) => {
          await Promise.resolve()
          return done.push(name)
        },
        remove: () => done.push('removed'),
      },
    }
    const { interpreted, compiled } = await bothWays(
      resolvers,
      'mutation ($a: String!, $b: String!) { one: add(name: $a) two: add(name: $b) remove }',
      { a: 'Assam', b: 'Ceylon' },
    )
    expect(interpreted.data).toEqual({ one: 1, two: 2, remove: 3 })
    expect(compiled.data).toEqual({ one: 4, two: 5, remove: 6 })
    expect(done).toEqual(['Assam', 'Ceylon', 'removed', 'Assam', 'Ceylon', 'removed'])
  })

  it.each([
    [{}],
    [{ input: null }],
    [{ input: { most: 1 } }],
    [{ input: { most: 1, names: 'Assam', kind: 'SMALL' } }],
    [{ input: { most: 1, names: ['Assam', 'Ceylon'], kind: null } }],
    [{ input: {} }],
    [{ input: { most: '1' } }],
    [{ input: { most: 1, other: 2 } }],
    [{ input: { most: 1, names: [null] } }],
    [{ input: { most: 1, kind: 'HUGE' } }],
    [{ input: [] }],
    [{ input: 'x' }],
  ])('with the variables %j', async (variables) => {
    const asked: unknown[] = []
    const echo = { Query: { shelf: (_: unknown, args: unknown) => void asked.push(args) } }
    const { interpreted, compiled } = await bothWays(echo, everything, variables)
    expect(compiled).toEqual(interpreted)
    const [first, second] = asked
    expect(second).toEqual(first)
  })
})
