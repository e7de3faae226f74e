import type { PaymentMethod, Prisma, Store } from '../../../src/generated/prisma/client.ts'
import {
  balanceOf,
  dataOf,
  holdsOf,
  orderRow,
  productIdOf,
  signUpWithPoints,
  stockOf,
  usesOf,
} from '../../support/buying.ts'
import { clientOf, type StorefrontClient } from '../../support/client.ts'
import { type Owner, ownerOf } from '../../support/owner.ts'
import { newPhone } from '../../support/phones.ts'
import type { Shop } from '../../support/shop.ts'

const lists = { zones: [], deliveryMethods: [], postalCodes: [] }

/** The terms of a store's payment methods, replaced as a whole. */
export async function setPaymentMethods(
  shop: Shop,
  store: Store,
  methods: readonly Omit<Prisma.PaymentMethodCreateManyInput, 'storeId'>[],
): Promise<void> {
  const { prisma } = shop.database
  const where = { storeId: store.id }
  await prisma.paymentMethod.deleteMany({ where })
  await prisma.paymentMethod.createMany({ data: methods.map((method) => ({ ...where, ...lists, ...method })) })
  await prisma.contentVersion.upsert({
    where,
    create: { ...where, version: 1n, termsVersion: 1n },
    update: { termsVersion: { increment: 1n } },
  })
  shop.services.stores.forget(store.subdomain)
}

export const cod = {
  code: 'cod',
  kind: 'COD',
  name: 'Cash on delivery',
  instructions: 'Have it ready.',
  fee: 2_000n,
} as const
export const bank = {
  ...{ code: 'bank', kind: 'MANUAL', name: 'Bank transfer', instructions: 'To IN00 1234.', confirm: 'OWNER' },
  holdHours: 48,
} as const satisfies Partial<PaymentMethod>

const ORDER = `status paymentStatus total collected toCollect version refusedAt needsAttention
  payments { provider providerPaymentId amount source reference } events { actor kind detail }`

export interface CashStore {
  store: Store
  client: StorefrontClient
  owner: Owner
  asha: { id: string; token: string }
  /** 3 × 100 less 10 % and 20 points is 250; the fee of `cod` makes it 270. It would earn 25 points. */
  place(paymentMethod?: string, more?: object): Promise<any>
  move(orderNo: string, status: string, more?: object): Promise<any>
  confirm(orderNo: string, version?: number): Promise<any>
  record(orderNo: string, idempotencyKey: string, more?: object): Promise<any>
  /** What all that an order moves comes to. */
  books(): Promise<{ tea: number | null; uses: { counted: number; held: number }; points: number; holds: number }>
  row(orderNo: string): ReturnType<typeof orderRow>
}

/** A store without a payment provider, which sells on delivery and by bank transfer. */
export async function openCashStore(
  shop: Shop,
  by: 'REST' | 'GraphQL' = 'REST',
  bundle: object = {},
): Promise<CashStore> {
  const store = await shop.addStore({
    store: { loyalty: { enabled: true, earnRate: 0.1, redeemRate: 1 }, ownerEmail: 'owner@example.com' },
    products: [
      { slug: 'tea', name: 'Tea', price: 100, stock: 10 },
      { slug: 'cup', name: 'Cup', price: 50 },
      { slug: 'gift', name: 'Gift', price: 0 },
    ],
    discounts: [{ code: 'TEN', type: 'percent', value: 10, usageLimit: 5 }],
    ...bundle,
  })
  await setPaymentMethods(shop, store, [cod, bank])
  const client = clientOf(shop, store.subdomain, by)
  const owner = await ownerOf(shop, store)
  const asha = await signUpWithPoints(shop, store, client, 100)
  const tea = await productIdOf(shop, store, 'tea')
  const change = (name: string, args: string, variables: object) =>
    owner
      .ask(
        `mutation (${args.replace(/(\w+): ([\w!]+)/g, '$$$1: $2')}) { ${name}(${args.replace(/(\w+): [\w!]+/g, '$1: $$$1')}) { ${ORDER} } }`,
        variables,
      )
      .then((data) => data[name])
  return {
    store,
    client,
    owner,
    asha,
    place: (paymentMethod = 'cod', more = {}) =>
      dataOf(
        client.checkout(
          {
            ...{ items: [{ id: tea, qty: 3 }], buyer: { name: 'Asha', phone: newPhone(), address: '4 Hill Road' } },
            ...{ discountCode: 'TEN', loyaltyPoints: 20, paymentMethod, ...more },
          },
          { token: asha.token },
        ),
      ),
    move: (orderNo, status, more = {}) =>
      change('setOrderStatus', 'orderNo: String!, status: OrderStatus!, restock: Boolean, version: Int', {
        orderNo,
        status,
        ...more,
      }),
    confirm: (orderNo, version) => change('confirmOrder', 'orderNo: String!, version: Int', { orderNo, version }),
    record: (orderNo, idempotencyKey, more = {}) =>
      change('recordPayment', 'orderNo: String!, amount: Float, reference: String, idempotencyKey: String!', {
        orderNo,
        idempotencyKey,
        ...more,
      }),
    books: async () => ({
      tea: await stockOf(shop, store, 'tea'),
      uses: await usesOf(shop, store, 'TEN'),
      points: await balanceOf(shop, store, asha.id),
      holds: await holdsOf(shop, store),
    }),
    row: (orderNo) => orderRow(shop, store, orderNo),
  }
}
