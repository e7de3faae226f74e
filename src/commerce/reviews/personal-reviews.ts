import type { Context } from '../../api/context.ts'
import { lockRows } from '../../platform/database/row-lock.sql.ts'
import { redact } from '../../platform/secrets/redact.ts'
import type { PersonScope } from '../customers/person.ts'
import { changeContent } from '../stores/change-content.ts'
import { rewriteMessages } from '../webhooks/erase-messages.ts'
import { ANONYMOUS } from './review-format.ts'

type Scope = { store: Pick<Context['store'], 'id' | 'subdomain'> } & {
  services: Pick<Context['services'], 'db' | 'stores'>
}

/** Reviews per transaction, and in memory. */
const BATCH = 200

/** Oldest first, in pages. */
export async function* reviewsOf(
  { services, store }: PersonScope,
  customerIds: readonly string[],
): AsyncGenerator<object[]> {
  let after: string | undefined
  for (;;) {
    const reviews = await services.db.prisma.review.findMany({
      where: { storeId: store.id, customerId: { in: [...customerIds] }, ...(after && { id: { gt: after } }) },
      orderBy: { id: 'asc' },
      take: BATCH,
      include: { product: { select: { name: true } } },
    })
    yield reviews.map(({ productId, product, reviewerName, rating, title, body, verified, status, createdAt }) => ({
      product_id: productId,
      product_name: product.name,
      reviewer_name: reviewerName,
      rating,
      title,
      body,
      verified,
      status: status.toLowerCase(),
      created_at: createdAt.toISOString(),
    }))
    after = reviews.at(-1)?.id
    if (reviews.length < BATCH) return
  }
}

/** Reviews stay, anonymous and without `texts`, by which customers may have named themselves. @returns how many */
export async function eraseReviewers(
  scope: Scope,
  customerIds: readonly string[],
  texts: readonly string[],
): Promise<number> {
  const { services, store } = scope
  const where = { storeId: store.id, customerId: { in: [...customerIds] } }
  if ((await services.db.prisma.review.findFirst({ where, select: { id: true } })) === null) return 0
  let erased = 0
  for (;;) {
    const count = await changeContent(scope, async (tx) => {
      const theirs = { storeId: store.id, customerId: customerIds }
      const locked = await lockRows(tx, 'reviews', theirs, ['id'], { alone: true, limit: BATCH })
      const ids = locked.map(({ id }) => id)
      const reviews = await tx.review.findMany({ where: { storeId: store.id, id: { in: ids } } })
      await tx.review.updateMany({
        where: { storeId: store.id, id: { in: ids } },
        data: { customerId: null, reviewerName: ANONYMOUS },
      })
      for (const { id, title, body } of reviews) {
        const reworded = { title: redact(title, texts), body: redact(body, texts) }
        if (reworded.title === title && reworded.body === body) continue
        await tx.review.updateMany({ where: { storeId: store.id, id }, data: reworded })
      }
      const subjects = reviews.map(({ id, createdAt }) => ({ subject: `review:${id}`, createdAt }))
      await rewriteMessages(tx, store.id, subjects, (_, data) => withoutReviewer(data, texts))
      return ids.length
    })
    erased += count
    if (count < BATCH) return erased
  }
}

function withoutReviewer(data: Record<string, unknown>, texts: readonly string[]): Record<string, unknown> {
  if (typeof data.review !== 'object' || data.review === null) return data
  const reworded = Object.entries(data.review).map(([name, value]) => [
    name,
    (name === 'title' || name === 'body') && typeof value === 'string' ? redact(value, texts) : value,
  ])
  const review = { ...Object.fromEntries(reworded), customer_id: null, reviewer_name: ANONYMOUS }
  return { ...data, review }
}
