import { describe, expect, it } from 'vitest'
import { dataOf, productIdOf } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { everyRow, holding } from '../support/every-row.ts'
import { ownerOf } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const store = await shop.addStore({ products: [{ slug: 'assam', name: 'Assam', price: 10 }] })
const owner = await ownerOf(shop, store)
const assam = await productIdOf(shop, store, 'assam')

const people = [
  ['Anne-Marie O’Neill', 'anne-marie@my-shop.example', '12-B, Hill Road (rear)'],
  ['Kavi [the ^best^]', 'k.a+v*i?@x-y.example', 'Flat #4/2 \\ Tower {C} | Lane $1'],
  ['Jose\u0301 $& $` —', 'jose-_-@a.example', '− 7 – Rua “São João”, 2.º'],
  ['שרה-לאה 山田‐太郎', 'sarah--b@a-b.example', '〒100-0001 千代田 1-1'],
] as const

describe.each(interfaces)('somebody whose name, email and address hold any sign, over %s', (over) => {
  const client = clientOf(shop, store.subdomain, over)

  it.each(people)('is erased with what they wrote: %s', async (name, email, address) => {
    for (const erase of [
      (phone: string) =>
        owner.ask('mutation ($phone: String!) { eraseCustomer(phone: $phone) { accounts } }', { phone }),
      (_: string, token: string) => dataOf(client.deleteMe('secret1', { token })),
    ]) {
      const phone = newPhone()
      const { token } = await dataOf(client.signUp({ name, phone, password: 'secret1', email }))
      await dataOf(client.updateMe({ address }, { token }))
      const review = { rating: 5, title: `By ${name}`, body: `Write to ${email}, or visit ${address}!` }
      await dataOf(client.submitReview(assam, review, { token }))
      await erase(phone, token)
      expect(holding(await everyRow(shop), [name, email, address, phone])).toEqual([])
      const { title, body } = await shop.database.prisma.review.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })
      expect({ title, body }).toEqual({ title: 'By …', body: 'Write to …, or visit …!' })
    }
  })
})
