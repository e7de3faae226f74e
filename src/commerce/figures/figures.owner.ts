import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { toMainUnits } from '../../platform/money.ts'
import { pageCost } from '../../platform/pagination.ts'
import { BucketSize } from './buckets.ts'
import type { CartCounts } from './cart-conversion.sql.ts'
import { cartConversion } from './cart-conversion.ts'
import { type Bucket, type Figures, MAX_BUCKETS, type Report, report } from './report.ts'
import { MAX_PRODUCTS, type TopProductInMoney, topProducts } from './top-products.ts'

const By = ownerBuilder.enumType('ReportBy', {
  description: 'The size of the buckets of a report, by the clock and the calendar of the store’s time zone.',
  values: {
    [BucketSize.HOUR]: { description: 'Hours.' },
    [BucketSize.DAY]: { description: 'Days, which have 23 or 25 hours when clocks are changed.' },
    [BucketSize.WEEK]: { description: 'Weeks, from Monday.' },
    [BucketSize.MONTH]: { description: 'Months.' },
  },
})

interface Field<Value> {
  description: string
  resolve: (figures: Figures) => Value
}

const inMainUnits = (amountOf: (figures: Figures) => bigint) => (figures: Figures) =>
  toMainUnits(amountOf(figures), figures.currency)

const figureFields = <Count, Amount>(
  count: (field: Field<number>) => Count,
  amount: (field: Field<number>) => Amount,
) => ({
  orders: count({
    description:
      'The number of orders that were placed then and were confirmed: paid, or to be paid on delivery or by hand. Without those that were cancelled since.',
    resolve: ({ orders }) => orders,
  }),
  items: count({ description: 'The number of units in these orders.', resolve: ({ items }) => items }),
  sales: amount({
    description: 'The sum of the totals of these orders, whenever they are paid, in main currency units.',
    resolve: inMainUnits(({ sales }) => sales),
  }),
  revenue: amount({
    description:
      'The money received then, whenever its orders were placed, in main currency units: payments that the provider reported, and those that you recorded. Also what was paid too much, or for a cancelled order.',
    resolve: inMainUnits(({ revenue }) => revenue),
  }),
  refunds: amount({
    description: 'The money that was given back then, whenever its orders were placed, in main currency units.',
    resolve: inMainUnits(({ refunds }) => refunds),
  }),
  net: amount({
    description: 'The revenue less the refunds, in main currency units.',
    resolve: inMainUnits(({ revenue, refunds }) => revenue - refunds),
  }),
})

const FiguresType = ownerBuilder.objectRef<Figures>('Figures').implement({
  scope: 'orders',
  figures: true,
  description: 'What orders came to in a period.',
  fields: (t) =>
    figureFields(
      (field) => t.int(field),
      (field) => t.float(field),
    ),
})

const BucketType = ownerBuilder.objectRef<Bucket>('ReportBucket').implement({
  scope: 'orders',
  figures: true,
  description: 'What orders came to in an hour, a day, a week or a month, as far as it is within the period.',
  fields: (t) => ({
    start: t.expose('start', {
      type: 'DateTime',
      description: 'When it begins; the first one may begin before the period.',
    }),
    ...figureFields(
      (field) => t.int(field),
      (field) => t.float(field),
    ),
  }),
})

const ReportType = ownerBuilder.objectRef<Report>('Report').implement({
  scope: 'orders',
  figures: true,
  description: 'What orders came to in a period, in one currency.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'The currency of the amounts, as an ISO 4217 code.' }),
    otherCurrencies: t.exposeStringList('otherCurrencies', {
      description: 'Other currencies that have figures in the period; pass one as `currency`.',
    }),
    total: t.expose('total', { type: FiguresType, description: 'The sums of the period.' }),
    buckets: t.expose('buckets', {
      type: [BucketType],
      description: 'The figures by hour, day, week or month, in their order, also those in which nothing happened.',
    }),
  }),
})

const TopProduct = ownerBuilder.objectRef<TopProductInMoney>('TopProduct').implement({
  scope: 'orders',
  figures: true,
  description: 'What was sold of a product in a period.',
  fields: (t) => ({
    productId: t.exposeID('productId', { description: 'The ID of the product.' }),
    name: t.exposeString('name', {
      description: 'The name of the product; as it was last sold if it has been deleted.',
    }),
    units: t.exposeInt('units', { description: 'The number of units.' }),
    sales: t.float({
      description:
        'What they came to after deductions, in main currency units: with tax, without shipping and other fees.',
      resolve: ({ sales, currency }) => toMainUnits(sales, currency),
    }),
    currency: t.exposeString('currency', { description: 'The currency of the amount, as an ISO 4217 code.' }),
  }),
})

const CartConversion = ownerBuilder.objectRef<CartCounts>('CartConversion').implement({
  scope: 'orders',
  figures: true,
  description: 'How many of the carts of a period became orders.',
  fields: (t) => ({
    made: t.exposeInt('made', {
      description: 'The number of carts that were made. One that a log-in added to another cart does not count.',
    }),
    ordered: t.exposeInt('ordered', {
      description: 'Those whose items were bought: paid, or confirmed to be paid on delivery or by hand.',
    }),
    share: t.float({
      nullable: true,
      description: 'The share of the carts that were bought, 0 to 1; null if none was made.',
      resolve: ({ made, ordered }) => (made === 0 ? null : ordered / made),
    }),
  }),
})

const periodArgs = ownerBuilder.args((t) => ({
  from: t.field({ type: 'DateTime', required: true, description: 'The beginning of the period.' }),
  until: t.field({ type: 'DateTime', required: true, description: 'The end of the period, exclusive.' }),
}))

const moneyArgs = ownerBuilder.args((t) => ({
  currency: t.string({
    description: 'Only figures in this currency, as an ISO 4217 code; by default the currency of the store.',
  }),
  playMoney: t.boolean({
    defaultValue: false,
    description: 'Only orders with play money (true) or only others (false).',
  }),
}))

ownerBuilder.queryFields((t) => ({
  report: t.field({
    scope: 'orders',
    figures: true,
    type: ReportType,
    nullable: true,
    description: `Orders and money of a period, by hour, day, week or month in the store’s time zone; at most ${MAX_BUCKETS} of them.`,
    failure: 'Failed to load the report',
    args: {
      ...periodArgs,
      by: t.arg({ type: By, required: true, description: 'The size of the buckets.' }),
      ...moneyArgs,
    },
    resolve: (_, args, context) => report(context, args),
  }),
  topProducts: t.field({
    scope: 'orders',
    figures: true,
    type: [TopProduct],
    nullable: true,
    description:
      'The products that sold for most in a period, in the orders that `report` counts in it. Prices of products are those of their orders.',
    failure: 'Failed to load the products',
    complexity: pageCost(MAX_PRODUCTS),
    args: {
      ...periodArgs,
      first: t.arg.int({
        defaultValue: 10,
        description: `The maximum number of products to return, 1 to ${MAX_PRODUCTS}; 10 by default.`,
      }),
      ...moneyArgs,
    },
    resolve: (_, args, context) => topProducts(context, args),
  }),
  cartConversion: t.field({
    scope: 'orders',
    figures: true,
    type: CartConversion,
    nullable: true,
    description:
      'How many of the carts that were made in a period became orders, within 25 days at least. Of carts older than that, whole quarters of an hour are counted. Items that a client sends without a cart are not.',
    failure: 'Failed to count carts',
    args: periodArgs,
    resolve: (_, args, context) => cartConversion(context, args),
  }),
}))
