import type { Context } from '../../api/context.ts'
import { isUuid } from '../../platform/uuid.ts'
import { getProduct } from '../catalog/page/find-product.ts'
import { getViewer } from '../customers/account/find-viewer.ts'

/** Repeating it changes nothing. @throws Problem UNAUTHENTICATED, NOT_FOUND */
export async function addToWishlist(context: Context, productId: string): Promise<true> {
  const customer = await getViewer(context, 'Login required')
  const product = await getProduct(context, productId)
  const { services, store } = context
  const item = { storeId: store.id, customerId: customer.id, productId: product.id, createdAt: services.clock() }
  // ON CONFLICT DO NOTHING: parallel requests succeed, the first date stays.
  await services.db.prisma.wishlistItem.createMany({ data: [item], skipDuplicates: true })
  return true
}

/** A missing product is no error. @throws Problem UNAUTHENTICATED */
export async function removeFromWishlist(context: Context, productId: string): Promise<true> {
  const customer = await getViewer(context, 'Login required')
  if (!isUuid(productId)) return true
  const { services, store } = context
  await services.db.prisma.wishlistItem.deleteMany({ where: { storeId: store.id, customerId: customer.id, productId } })
  return true
}
