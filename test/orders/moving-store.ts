import type { OrderStatus } from '../../src/commerce/orders/status/order-status.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { balanceOf, buyer, dataOf, holdsOf, pay, signUpWithPoints, stockOf, usesOf } from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import type { Shop } from '../support/shop.ts'

interface Books {
  tea: number | null
  sized: number | null
  variant: number | null
  uses: { counted: number; held: number }
  points: number
  holds: number
}

/** The books before an order of `place`, and once it is given back. */
export const untouched: Books = {
  tea: 10,
  sized: 7,
  variant: 5,
  uses: { counted: 0, held: 0 },
  points: 100,
  holds: 0,
}
/** The books once it is paid: 600 less 10 % and 40 points is 500, which earns 50 points. */
export const sold: Books = {
  tea: 7,
  sized: 7,
  variant: 2,
  uses: { counted: 1, held: 0 },
  points: 110,
  holds: 0,
}

const MOVE = `mutation ($orderNo: String!, $to: OrderStatus!, $version: Int) {
  setOrderStatus(orderNo: $orderNo, status: $to, version: $version) {
    status paymentStatus needsAttention version events { actor kind }
  }
}`

export interface MovingStore {
  store: Store
  client: StorefrontClient
  owner: Owner
  /** Who has 100 points, and places the orders. */
  asha: { id: string; token: string }
  /** By the owner's API. What it refuses is thrown. */
  move(orderNo: string, to: OrderStatus, options?: { by?: Owner; version?: number }): Promise<any>
  checkout(discountCode?: string): Promise<any>
  place(status: 'pending' | 'confirmed'): Promise<any>
  books(): Promise<Books>
}

/** A store of its own whose orders move stock of both kinds, a discount's uses, and points. */
export async function openMovingStore(shop: Shop): Promise<MovingStore> {
  const store = await shop.addStore({
    store: { payments: { provider: 'sandbox' }, loyalty: { enabled: true, earnRate: 0.1, redeemRate: 1 } },
    products: [
      { slug: 'tea', name: 'Tea', price: 100, stock: 10 },
      { slug: 'sized', name: 'Sencha', price: 100, stock: 7, variants: [{ options: { size: '50g' }, stock: 5 }] },
    ],
    discounts: [
      { code: 'TEN', type: 'percent', value: 10, usageLimit: 5 },
      { code: 'ALL', type: 'percent', value: 100 },
    ],
  })
  const client = clientOf(shop, store.subdomain, 'REST')
  const owner = await ownerOf(shop, store)
  const asha = await signUpWithPoints(shop, store, client, 100)

  async function move(
    orderNo: string,
    to: OrderStatus,
    { by = owner, version }: { by?: Owner; version?: number } = {},
  ) {
    const { body } = await by.post(MOVE, { orderNo, to, version: version ?? null })
    const [error] = body.errors ?? []
    if (error) throw Object.assign(new Error(error.message), { code: error.extensions.code })
    return body.data.setOrderStatus
  }

  async function checkout(discountCode = 'TEN') {
    const products = await shop.database.prisma.product.findMany({
      where: { storeId: store.id },
      orderBy: { slug: 'asc' },
    })
    const [sized, tea] = products.map(({ id }) => id)
    // Two lines of the same product share its stock.
    const items = [
      { id: tea, qty: 2 },
      { id: sized, qty: 3, variant: { size: '50g' } },
      { id: tea, qty: 1 },
    ]
    return dataOf(client.checkout({ items, buyer, discountCode, loyaltyPoints: 40 }, { token: asha.token }))
  }

  async function place(status: 'pending' | 'confirmed') {
    const placed = await checkout()
    if (status === 'confirmed') await dataOf(client.verify(await pay(shop, placed.providerOrderId)))
    return placed
  }

  const variantStock = async () =>
    (await shop.database.prisma.variant.findFirstOrThrow({ where: { storeId: store.id } })).stock

  const books = async () => ({
    tea: await stockOf(shop, store, 'tea'),
    sized: await stockOf(shop, store, 'sized'),
    variant: await variantStock(),
    uses: await usesOf(shop, store, 'TEN'),
    points: await balanceOf(shop, store, asha.id),
    holds: await holdsOf(shop, store),
  })

  return { store, client, owner, asha, move, checkout, place, books }
}
