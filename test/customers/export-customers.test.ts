import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { buy, dataOf, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))

it('the export of customers has what they have bought, newest first', async () => {
  await shop.addStore({ customers: [{ name: 'Of another store', phone: '9876500003', password: 'secret1' }] })
  const at = await shop.addStore({
    store: { payments: { provider: 'sandbox' } },
    products: [{ slug: 'tea', name: 'Tea', price: 99.5 }],
    customers: [
      {
        name: '=Asha',
        phone: '9876500001',
        password: 'secret1',
        email: 'asha@example.com',
        address: '+1 Lane, Pune',
      },
      { name: 'Ravi', phone: '9876500002', password: 'secret1', loyaltyPoints: 7 },
    ],
  })
  const client = clientOf(shop, at.subdomain, 'REST')
  const { token } = await dataOf(client.logIn({ phone: '9876500001', password: 'secret1' }))
  const items = [{ id: await productIdOf(shop, at, 'tea'), qty: 2 }]
  for (let count = 0; count < 2; count += 1) {
    await buy(shop, client, { items, buyer: { name: 'Asha', phone: '9876500001' } }, { token })
  }
  const { key } = await ownerOf(shop, at)
  const answer = await shop.app.inject({
    url: `/api/sites/${at.subdomain}/owner/export/customers.csv`,
    headers: { authorization: `Bearer ${key}` },
  })
  const rows: Record<string, string>[] = parse(answer.body, { columns: true, record_delimiter: '\r\n' })
  expect(rows.map(({ created_at }) => created_at)).toEqual(
    rows
      .map(({ created_at }) => created_at)
      .toSorted()
      .reverse(),
  )
  const any = expect.any(String)
  const shared = {
    created_at: any,
    id: any,
    referral_code: any,
    currency: 'INR',
    email_confirmed: 'false',
    account: 'true',
  }
  expect(rows.toSorted((a, b) => (a.phone ?? '').localeCompare(b.phone ?? ''))).toEqual([
    {
      ...{ ...shared, name: "'=Asha", phone: '9876500001', email: 'asha@example.com', address: "'+1 Lane, Pune" },
      ...{ points: '0', paid_orders: '2', total_spent: '398.00' },
    },
    {
      ...{ ...shared, name: 'Ravi', phone: '9876500002', email: '', address: '', points: '7' },
      ...{ paid_orders: '0', total_spent: '0.00' },
    },
  ])
})
