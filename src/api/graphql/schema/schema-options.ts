import { type GraphQLOutputType, getNullableType, isListType } from 'graphql'
import { refusedInput } from '../../../platform/input/issues.ts'
import { isStorableMoment, momentText } from '../../../platform/time.ts'

/** The field that takes `first` already counts the entries. */
const ENTRIES = { field: 0, multiplier: 1 }

/** A field costs 1, plus 1 for each entry of lists in its arguments; graphql/limits adds the costs up. */
export const complexityOptions = {
  disabled: true,
  fieldComplexity: (args: Record<string, unknown>, _context: unknown, { type }: { type: GraphQLOutputType }) => ({
    field: 1 + entries(args),
    multiplier: isListType(getNullableType(type)) ? LIST_LENGTH : 1,
  }),
}

/** Assumed for a list without `first`: variants, options, items of an order. */
const LIST_LENGTH = 5

function entries(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, entry) => sum + 1 + entries(entry), 0)
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, entry) => sum + entries(entry), 0)
}

/** Forwards only; `nodes` has the entries alone. */
export const relayOptions = {
  cursorType: 'String',
  nodeQueryOptions: false,
  nodesQueryOptions: false,
  edgesFieldOptions: {
    nullable: { list: false, items: false },
    description: 'The entries of this page with their cursors.',
    complexity: ENTRIES,
  },
  nodesOnConnection: { description: 'The entries of this page.', complexity: ENTRIES },
  nodeFieldOptions: { nullable: false, description: 'The entry.' },
  cursorFieldOptions: { description: 'The cursor of the entry. Pass it as `after` to get the entries that follow.' },
  pageInfoTypeOptions: { description: 'The position of a page in its list.' },
  pageInfoFieldOptions: { description: 'The position of this page in its list.' },
  hasNextPageFieldOptions: { description: 'Whether there are more entries after this page.' },
  hasPreviousPageFieldOptions: { description: 'Whether there are entries before this page.' },
  startCursorFieldOptions: { description: 'The cursor of the first entry of this page.' },
  endCursorFieldOptions: {
    description: 'The cursor of the last entry of this page. Pass it as `after` to get the next page.',
  },
} as const

const moment = momentText('Expected a moment as ISO 8601, such as 2026-01-31T12:00:00Z')
  .transform((text) => new Date(text))
  .refine(isStorableMoment, { error: 'Expected a moment in the years 1 to 9999' })

export const dateTimeOptions = {
  description: 'A date and time in UTC in ISO 8601 format, such as `2026-01-31T12:00:00.000Z`.',
  serialize: (value: Date) => value.toISOString(),
  parseValue: (value: unknown) => {
    const parsed = moment.safeParse(value)
    if (!parsed.success) throw refusedInput(parsed.error)
    return parsed.data
  },
}
