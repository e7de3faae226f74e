import { expect, it, onTestFinished } from 'vitest'
import { buy, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { everyRow, holding } from '../support/every-row.ts'
import { ownerOf } from '../support/owner.ts'
import { openShop } from '../support/shop.ts'

/** More than are read, and than are erased, at a time. */
const MANY = 130

it('a person who has ordered very often is exported, and forgotten, whole', async () => {
  const shop = await openShop()
  onTestFinished(() => shop.close())
  const store = await shop.addStore({
    store: { payments: { provider: 'sandbox' } },
    products: [{ slug: 'assam', name: 'Assam', price: 10 }],
  })
  const owner = await ownerOf(shop, store)
  const { prisma } = shop.database
  const phone = '9812345670'
  const items = [{ id: await productIdOf(shop, store, 'assam'), qty: 1 }]
  await buy(shop, clientOf(shop, store.subdomain, 'REST'), { items, buyer: { name: 'Meera Pillai', phone } })
  const {
    id: _id,
    notices: _notices,
    alerts: _alerts,
    paymentTerms: _terms,
    delivery: _delivery,
    buyerAddressParts: _parts,
    ...order
  } = await prisma.order.findFirstOrThrow({ where: { storeId: store.id } })
  const shipped = { ...order, status: 'SHIPPED' as const, providerOrderId: null }
  await prisma.order.updateMany({ where: { storeId: store.id }, data: { status: 'SHIPPED' } })
  await prisma.order.createMany({
    data: Array.from({ length: MANY - 1 }, (_, at) => ({ ...shipped, orderNo: `ORD-OFTEN${at}` })),
  })

  const reported = async () => (await owner.ask(`{ customerData(phone: "${phone}") }`)).customerData.orders
  expect(await reported()).toHaveLength(MANY)
  const { eraseCustomer } = await owner.ask(`mutation { eraseCustomer(phone: "${phone}") { orders } }`)
  expect(eraseCustomer).toEqual({ orders: MANY })
  expect(await reported()).toEqual([])
  expect(holding(await everyRow(shop), ['meera pillai', phone])).toEqual([])
})
