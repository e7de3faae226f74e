import { expect, it, onTestFinished } from 'vitest'
import { dataOf, pay, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { everyRow, holding } from '../support/every-row.ts'
import { ownerOf } from '../support/owner.ts'
import { openShop } from '../support/shop.ts'

it('a person who has left orders unpaid is forgotten with the phone and address that are remembered for a day', async () => {
  const shop = await openShop()
  onTestFinished(() => shop.close())
  const store = await shop.addStore({
    store: { payments: { provider: 'sandbox' } },
    products: [{ slug: 'assam', name: 'Assam', price: 10, stock: 5 }],
  })
  const owner = await ownerOf(shop, store)
  const client = clientOf(shop, store.subdomain, 'REST')
  const [phone, ip] = ['9812345671', '198.51.100.77']
  const items = [{ id: await productIdOf(shop, store, 'assam'), qty: 1 }]
  const place = () => dataOf(client.checkout({ items, buyer: { name: 'Meera', phone } }, { ip }))
  await place()
  const { providerOrderId } = await place()
  await client.verify(await pay(shop, providerOrderId, 'fail'))

  expect(holding(await everyRow(shop), [phone, ip]).join()).toContain('public.order_holders: ')
  const { eraseCustomer } = await owner.ask(`mutation { eraseCustomer(phone: "${phone}") { orders } }`)
  expect(eraseCustomer).toEqual({ orders: 2 })
  expect(holding(await everyRow(shop), [phone, ip])).toEqual([])
})
