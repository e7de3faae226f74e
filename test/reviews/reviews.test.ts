import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { approveReview } from '../../src/commerce/reviews/moderate-review.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const store = await shop.addStore({
  products: [
    { slug: 'assam', name: 'Assam', price: 499 },
    { slug: 'sencha', name: 'Sencha', price: 300 },
    { slug: 'hidden', name: 'Hidden', price: 1, active: false },
  ],
})
const assam = await productId('assam')

async function productId(slug: string, storeId = store.id) {
  const product = await shop.database.prisma.product.findUniqueOrThrow({ where: { storeId_slug: { storeId, slug } } })
  return product.id
}

const scope = () => ({ services: shop.services, store })
const good = { rating: 5, body: 'Strong and bright.' }

async function dataOf(outcome: Promise<unknown>): Promise<any> {
  const settled = (await outcome) as { data?: unknown; error?: string }
  if (settled.error) throw new Error(settled.error)
  return settled.data
}

describe.each(interfaces)('reviews over %s', (by) => {
  const client = () => clientOf(shop, store.subdomain, by)

  it('wait for the owner, and are public once approved, newest first', async () => {
    const product = await shop.database.prisma.product.create({
      data: { storeId: store.id, slug: randomUUID(), name: 'x', price: 1n },
    })
    const first = await dataOf(client().submitReview(product.id, { ...good, title: 'Malty', name: 'Ravi' }))
    expect(first).toEqual({
      success: true,
      id: expect.any(String),
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      verified: false,
    })
    const second = await dataOf(client().submitReview(product.id, { rating: 2, body: 'Too weak for me.' }))
    expect(await client().reviews(product.id)).toEqual({ data: { reviews: [], count: 0, average: 0, next: null } })

    await approveReview(scope(), first.id)
    await approveReview(scope(), second.id)
    expect(await client().reviews(product.id)).toEqual({
      data: {
        reviews: [
          {
            id: second.id,
            reviewer_name: 'Anonymous',
            rating: 2,
            title: '',
            body: 'Too weak for me.',
            verified: false,
            created_at: second.created_at,
          },
          {
            id: first.id,
            reviewer_name: 'Ravi',
            rating: 5,
            title: 'Malty',
            body: 'Strong and bright.',
            verified: false,
            created_at: first.created_at,
          },
        ],
        count: 2,
        average: 3.5,
        next: null,
      },
    })
  })

  it('average with at most 2 decimals', async () => {
    const product = await shop.database.prisma.product.create({
      data: { storeId: store.id, slug: randomUUID(), name: 'x', price: 1n },
    })
    for (const rating of [5, 4, 4])
      await approveReview(scope(), (await dataOf(client().submitReview(product.id, { ...good, rating }))).id)
    expect(await client().reviews(product.id)).toMatchObject({ data: { count: 3, average: 4.33 } })
  })

  it('carry a customer’s own name, and are verified only when they have paid for the product', async () => {
    const phone = newPhone()
    const { token } = await dataOf(client().signUp({ name: 'Meera', phone, password: 'secret1' }))
    const unbought = await dataOf(client().submitReview(assam, { ...good, name: 'Somebody else' }, { token }))
    expect(unbought.verified).toBe(false)
    expect(await reviewRow(unbought.id)).toMatchObject({ reviewerName: 'Meera', verified: false })

    const customer = await shop.database.prisma.customer.findUniqueOrThrow({
      where: { storeId_phone: { storeId: store.id, phone } },
    })
    const order = await addOrder(customer.id, 'PENDING')
    expect(await dataOf(client().submitReview(assam, good, { token }))).toMatchObject({ verified: false })
    await shop.database.prisma.order.update({
      where: { storeId_id: { storeId: store.id, id: order.id } },
      data: { paymentStatus: 'PAID' },
    })
    expect(await dataOf(client().submitReview(assam, good, { token }))).toMatchObject({ verified: true })
    expect(await dataOf(client().submitReview(await productId('sencha'), good, { token }))).toMatchObject({
      verified: false,
    })
  })

  it('are taken from a guest whose token is not good', async () => {
    expect(await dataOf(client().submitReview(assam, { ...good, name: 'Guest' }, { token: 'garbage' }))).toMatchObject({
      success: true,
      verified: false,
    })
  })

  it('are empty for a product that nobody knows', async () => {
    for (const id of [randomUUID(), 'no-uuid', 'x'.repeat(400)]) {
      expect(await client().reviews(id)).toEqual({ data: { reviews: [], count: 0, average: 0, next: null } })
    }
  })

  it('show 100 at most', async () => {
    const product = await shop.database.prisma.product.create({
      data: { storeId: store.id, slug: randomUUID(), name: 'x', price: 1n, reviewCount: 101, ratingSum: 505 },
    })
    await shop.database.prisma.review.createMany({
      data: Array.from({ length: 101 }, (_, at) => ({
        storeId: store.id,
        productId: product.id,
        reviewerName: 'x',
        rating: 5,
        body: 'Good tea.',
        status: 'APPROVED' as const,
        createdAt: new Date(1_700_000_000_000 + at),
      })),
    })
    const { reviews, count } = await dataOf(client().reviews(product.id))
    expect(reviews).toHaveLength(100)
    expect(count).toBe(101)
    expect(reviews[0].created_at > reviews[99].created_at).toBe(true)
  })

  it.each([
    ['a rating of 0', { ...good, rating: 0 }, 400, 'Rating must be 1-5'],
    ['a rating of 6', { ...good, rating: 6 }, 400, 'Rating must be 1-5'],
    ['a body of 4 characters', { ...good, body: 'Good' }, 400, 'Review too short'],
    ['a body of spaces', { ...good, body: '        ' }, 400, 'Review too short'],
    ['a body of 2001 characters', { ...good, body: 'x'.repeat(2001) }, 400, 'Review must be at most 2000 characters'],
    ['a title of 201 characters', { ...good, title: 'x'.repeat(201) }, 400, 'Title must be at most 200 characters'],
    ['a name of 256 characters', { ...good, name: 'x'.repeat(256) }, 400, 'Name must be at most 255 characters'],
    ['NUL in the body', { ...good, body: 'Good\0tea' }, 400, 'Review contains characters that cannot be stored'],
    [
      'half a character in the title',
      { ...good, title: '\udc00' },
      400,
      'Title contains characters that cannot be stored',
    ],
  ])('are refused with %s', async (_, input, status, error) => {
    expect(await client().submitReview(assam, input)).toEqual({ status, error })
  })

  it('are taken at the limits of their fields', async () => {
    await dataOf(
      client().submitReview(assam, {
        rating: 1,
        body: 'x'.repeat(2000),
        title: 'x'.repeat(200),
        name: '🍵'.repeat(255),
      }),
    )
    await dataOf(client().submitReview(assam, { rating: 1, body: 'Great' }))
  })

  it('are refused for a product that is unknown, inactive, ill-named or another store’s', async () => {
    const other = await shop.addStore({ products: [{ slug: 'theirs', name: 'x', price: 1 }] })
    for (const id of [randomUUID(), await productId('hidden'), 'no-uuid', await productId('theirs', other.id)]) {
      expect(await client().submitReview(id, good)).toEqual({ status: 404, error: 'Product not found' })
    }
  })

  it('are not there at an unknown store', async () => {
    const stranger = clientOf(shop, 'unknown', by)
    expect(await stranger.reviews(assam)).toEqual({ status: 404, error: 'Site not found' })
    expect(await stranger.submitReview(assam, good)).toEqual({ status: 404, error: 'Site not found' })
  })

  it('are taken 5 times an hour from one address', async () => {
    const ip = by === 'REST' ? '192.0.2.11' : '192.0.2.12'
    for (let call = 0; call < 5; call += 1) await dataOf(client().submitReview(assam, good, { ip }))
    expect(await client().submitReview(assam, good, { ip })).toEqual({
      status: 429,
      error: 'Too many reviews submitted',
      retryAfter: expect.any(Number),
    })
  })

  it('say so when they cannot be loaded', async () => {
    const broken = await openShop()
    const { subdomain, id } = await broken.addStore({ products: [{ slug: 'a', name: 'A', price: 1 }] })
    const { id: product } = await broken.services.db.prisma.product.findFirstOrThrow({ where: { storeId: id } })
    await broken.services.db.prisma.$executeRawUnsafe('ALTER TABLE reviews RENAME TO reviews_away')
    expect(await clientOf(broken, subdomain, by).reviews(product)).toEqual({
      status: 500,
      error: 'Failed to load reviews',
    })
    await broken.close()
  })
})

const reviewRow = (id: string) =>
  shop.database.prisma.review.findUnique({ where: { storeId_id: { storeId: store.id, id } } })

const addOrder = (customerId: string, paymentStatus: 'PENDING' | 'PAID') =>
  shop.database.prisma.order.create({
    data: {
      storeId: store.id,
      orderNo: `ORD-${randomUUID()}`,
      customerId,
      paymentStatus,
      buyerName: 'Meera',
      buyerPhone: '1',
      buyerPhoneDigits: '1',
      currency: 'INR',
      subtotal: 49900n,
      total: 49900n,
      holdExpiresAt: new Date(),
      items: { create: { position: 0, productId: assam, name: 'Assam', unitPrice: 49900n, qty: 1 } },
    },
  })
