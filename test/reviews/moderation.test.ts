import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { approveReview, rejectReview, reopenReview } from '../../src/commerce/reviews/moderate-review.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const store = await shop.addStore()

const scope = () => ({ services: shop.services, store })

describe('moderation', () => {
  async function submitted(rating: number) {
    const product = await shop.database.prisma.product.create({
      data: { storeId: store.id, slug: randomUUID(), name: 'x', price: 1n },
    })
    const review = await shop.database.prisma.review.create({
      data: { storeId: store.id, productId: product.id, reviewerName: 'x', rating, body: 'Good tea.' },
    })
    return { product, review }
  }
  const aggregates = async (id: string) => {
    const { reviewCount, ratingSum } = await shop.database.prisma.product.findUniqueOrThrow({
      where: { storeId_id: { storeId: store.id, id } },
    })
    return { reviewCount, ratingSum }
  }

  it('counts a review once, however often and by however many it is approved at once', async () => {
    const { product, review } = await submitted(4)
    await Promise.all(Array.from({ length: 10 }, () => approveReview(scope(), review.id)))
    expect(await aggregates(product.id)).toEqual({ reviewCount: 1, ratingSum: 4 })
  })

  it('takes a review back out when it is rejected after all', async () => {
    const { product, review } = await submitted(3)
    await approveReview(scope(), review.id)
    await rejectReview(scope(), review.id)
    await rejectReview(scope(), review.id)
    expect(await aggregates(product.id)).toEqual({ reviewCount: 0, ratingSum: 0 })
    await approveReview(scope(), review.id)
    expect(await aggregates(product.id)).toEqual({ reviewCount: 1, ratingSum: 3 })
  })

  it('is undone: the review is pending and not counted, however many reopen it at once', async () => {
    const { product, review } = await submitted(5)
    await approveReview(scope(), review.id)
    await Promise.all(Array.from({ length: 10 }, () => reopenReview(scope(), review.id)))
    expect(await aggregates(product.id)).toEqual({ reviewCount: 0, ratingSum: 0 })
    expect(await shop.database.prisma.review.findFirst({ where: { storeId: store.id, id: review.id } })).toEqual(review)
    await rejectReview(scope(), review.id)
    expect((await reopenReview(scope(), review.id)).status).toBe('PENDING')
    expect(await aggregates(product.id)).toEqual({ reviewCount: 0, ratingSum: 0 })
    await expect(reopenReview(scope(), randomUUID())).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Review not found',
    })
  })

  it('stays exact while approvals and rejections race', async () => {
    const { product } = await submitted(5)
    const reviews = await shop.database.prisma.review.createManyAndReturn({
      data: Array.from({ length: 20 }, (_, at) => ({
        storeId: store.id,
        productId: product.id,
        reviewerName: 'x',
        rating: (at % 5) + 1,
        body: 'Good tea.',
      })),
    })
    await Promise.all(
      reviews.flatMap(({ id }) => [approveReview(scope(), id), reopenReview(scope(), id), approveReview(scope(), id)]),
    )
    const approved = await shop.database.prisma.review.findMany({
      where: { storeId: store.id, productId: product.id, status: 'APPROVED' },
    })
    expect(await aggregates(product.id)).toEqual({
      reviewCount: approved.length,
      ratingSum: approved.reduce((sum, { rating }) => sum + rating, 0),
    })
  })

  it('does not know a review of another store', async () => {
    const { review } = await submitted(1)
    const other = await shop.addStore()
    await expect(approveReview({ services: shop.services, store: other }, review.id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(approveReview(scope(), 'no-uuid')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
