import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildSchema,
  type GraphQLField,
  type GraphQLType,
  getNamedType,
  isInputObjectType,
  isObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { describe, expect, it } from 'vitest'

// What owners can do over their API and not in the console. Compared are operations, fields of answers and arguments,
// with the documents of the console (it runs no others: they are the only source of src/generated/console). The console
// sends inputs as variables, whose fields no document spells: of those, only that its code mentions the name.

const FOLDER = 'src/web/console'
const schema = buildSchema(readFileSync('schema/owner.graphql', 'utf8'))
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).map((file) => join(FOLDER, file))
const textsOf = (ending: RegExp) => files.filter((file) => ending.test(file)).map((file) => readFileSync(file, 'utf8'))

/** Relay's ways to a page that the console does not take. */
const ofPages = /Edge\.\w+$|Connection\.edges$|^PageInfo\.(hasPreviousPage|startCursor)$/

const fieldsOf = (): { id: string; field: GraphQLField<unknown, unknown> }[] =>
  Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !type.name.startsWith('__')
      ? Object.entries(type.getFields()).map(([name, field]) => ({ id: `${type.name}.${name}`, field }))
      : [],
  )

function usedIds(): Set<string> {
  const used = new Set<string>()
  for (const text of textsOf(/\.graphql$/)) {
    const types = new TypeInfo(schema)
    const seen = () => `${types.getParentType()?.name}.${types.getFieldDef()?.name}`
    const visitor = {
      Field: () => void used.add(seen()),
      Argument: () => void used.add(`${seen()}(${types.getArgument()?.name})`),
    }
    visit(parse(text), visitWithTypeInfo(types, visitor))
  }
  return used
}

/** `Type.field`, and `Type.field(argument)` of fields that are used. */
function unusedIds(): string[] {
  const used = usedIds()
  return fieldsOf().flatMap(({ id, field }) =>
    used.has(id) ? field.args.map(({ name }) => `${id}(${name})`).filter((argument) => !used.has(argument)) : [id],
  )
}

function inputFields(): string[] {
  const found = new Set<string>()
  const visited = new Set<string>()
  const add = (given: GraphQLType) => {
    const type = getNamedType(given)
    if (!isInputObjectType(type) || visited.has(type.name)) return
    visited.add(type.name)
    for (const [name, field] of Object.entries(type.getFields())) {
      found.add(`${type.name}.${name}`)
      add(field.type)
    }
  }
  for (const { field } of fieldsOf()) for (const { type } of field.args) add(type)
  return [...found]
}

const each = (reason: string, ...ids: string[]) => Object.fromEntries(ids.map((id) => [id, reason]))

/** Each with the reason why an owner does not miss it in the console. */
const allowed: Readonly<Record<string, string>> = {
  ...each(
    'the console sends the file: POST …/import/products.csv',
    'Mutation.importProducts',
    ...['imported', 'added', 'changed', 'unchanged', 'refused', 'mistakes', 'mistakeCount'].map(
      (name) => `ImportReport.${name}`,
    ),
    ...['row', 'field', 'message'].map((name) => `ImportMistake.${name}`),
  ),
  ...each('it is the first level of the footer’s menu', 'StoreAppearance.links', 'StoreLink.label', 'StoreLink.url'),
  ...each('deletes what is in use as well; the console deletes unused pictures', 'Mutation.deletePicture'),
  ...each('`refund` by hand does it, with an amount', 'Mutation.markRefunded'),
  ...each(
    'lists of codes are changed by adding and removing; two who do so at once do not undo each other',
    ...['replace', 'version'].map((name) => `Mutation.setPostalCodes(${name})`),
  ),
  ...each(
    'the console knows products by their IDs, and shows their current slugs',
    ...['Query.product(slug)', 'LowStock.slug'],
  ),
  ...each(
    'Today shows the first, and links to the list of products',
    'Query.lowStock(after)',
    'LowStockConnection.pageInfo',
  ),
  ...each('Today has little room; the product’s page shows it', 'LowStock.sku'),
  ...each(
    'only of a store that has changed its currency; its orders and their export have the others',
    ...['Query.report(currency)', 'Query.topProducts(currency)', 'Report.otherCurrencies'],
  ),
  ...each('the plot shows what came in, the tiles the rest', 'ReportBucket.items', 'ReportBucket.sales'),
  ...each(
    'the message is shown, which says the same',
    ...['item', 'productId', 'reason'].map((name) => `CheckoutNotice.${name}`),
    'ZoneMiss.reason',
  ),
  ...each(
    'what stays without a name is said; the rest was announced before',
    ...['cancelledOrders', 'carts', 'wishlistItems'].map((name) => `CustomerErasure.${name}`),
  ),
  ...each('its name is shown beside it, and leads to it', 'Order.customer', 'Review.customer', 'Review.productId'),
  ...each('the number of the order is shown', 'LoyaltyEntry.orderId'),
  ...each('the name is shown; the filter of the list has the code', 'OrderDelivery.method'),
  ...each('its name is shown', 'OrderAddress.region'),
  ...each('its options and SKU are shown', 'OrderItem.variantId'),
  ...each(
    'how the service learned of the payment concerns operators; the history of the order has it',
    'OrderPayment.source',
  ),
  ...each('for programs that repeat requests', 'Refund.idempotencyKey'),
  ...each('the console asks for the page of the mail: POST …/mail-preview', 'MailPreview.html'),
  ...each('pictures of the console are small enough to come at once', 'Picture.thumbhash'),
  ...each('the number that waits is in `waiting`', 'Store.ordersNeedingAttention', 'Store.pendingReviews'),
  ...each(
    'the history has it',
    ...['Discount', 'Order', 'Product', 'Store', 'Webhook'].map((name) => `${name}.updatedAt`),
    ...['Product.createdAt', 'Redirect.createdAt', 'Store.createdAt', 'Review.moderatedAt'],
  ),
  ...each('a message that ended has its status and attempts', 'WebhookMessage.endedAt'),
  ...each('when it failed is what one looks for', 'Job.queuedAt'),
  ...each('the console reads the order anew', 'OrderChange.at'),
  ...each(
    'the console’s session has it: GET /api/console/sessions',
    'Store.suspendedAt',
    'Query.viewer',
    ...['kind', 'name', 'role', 'everything', 'scopes', 'reads', 'figures'].map((name) => `Viewer.${name}`),
  ),
}

describe('the console', () => {
  it('does all that owners can do over their API, but what is listed here with its reason', () => {
    const unused = unusedIds().filter((id) => !ofPages.test(id))
    expect(unused.filter((id) => !Object.hasOwn(allowed, id))).toEqual([])
  })

  it('has no use for what is listed here', () => {
    const unused = new Set(unusedIds())
    expect(Object.keys(allowed).filter((id) => !unused.has(id))).toEqual([])
  })

  it('mentions the fields of all inputs', () => {
    // The form for the business is made of a list.
    const texts = [...textsOf(/\.tsx?$/), readFileSync('src/shared/business/business-fields.ts', 'utf8')]
    const names = new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []))
    expect(inputFields().filter((id) => !names.has(id.split('.')[1] ?? ''))).toEqual([])
  })

  it('runs no documents but those of its folder', () => {
    const written = textsOf(/\.tsx?$/).flatMap(
      (text) => text.match(/\b(gql|graphql)\s*\(?`\s*(query|mutation|subscription|fragment|\{)/g) ?? [],
    )
    expect(written).toEqual([])
  })
})
