import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { buy, dataOf, productIdOf, razorpay, receiptOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { startFakeProvider } from '../support/fake-provider.ts'
import { ownerOf } from '../support/owner.ts'
import { openShop } from '../support/shop.ts'

it('an order of the sandbox is marked for good, in the owner’s API and in exports', async () => {
  const provider = await startFakeProvider(razorpay)
  const shop = await openShop({ paymentsUrl: provider.url })
  const store = await shop.addStore({
    store: { payments: { provider: 'sandbox' } },
    products: [{ slug: 'tea', name: 'Tea', price: 100 }],
    discounts: [{ code: 'ALL', type: 'percent', value: 100 }],
  })
  const client = clientOf(shop, store.subdomain, 'REST')
  const owner = await ownerOf(shop, store)
  const input = {
    items: [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }],
    buyer: { name: 'Ravi', phone: '9876543210' },
  }
  const played = await buy(shop, client, input)
  await owner.ask('mutation ($input: PaymentsInput) { setPayments(input: $input) }', {
    input: { ...razorpay, provider: 'RAZORPAY' },
  })
  const real = await dataOf(client.checkout(input))
  await dataOf(client.verify(receiptOf(provider.pay(real.providerOrderId))))
  const free = await dataOf(client.checkout({ ...input, discountCode: 'ALL' }))
  await owner.ask('mutation { setPayments(input: null, voidEarlier: true) }')

  const { orders } = await owner.ask('{ orders { nodes { orderNo playMoney } } }')
  expect(orders.nodes).toEqual([
    { orderNo: free.orderNo, playMoney: false },
    { orderNo: real.orderNo, playMoney: false },
    { orderNo: played.orderNo, playMoney: true },
  ])
  const url = `/api/sites/${store.subdomain}/owner/export/orders.csv`
  const { body } = await shop.app.inject({ url, headers: { authorization: `Bearer ${owner.key}` } })
  const rows: Record<string, string>[] = parse(body, { columns: true, record_delimiter: '\r\n' })
  expect(rows.map(({ play_money }) => play_money)).toEqual(['false', 'false', 'true'])
  await shop.close()
  await provider.close()
})
