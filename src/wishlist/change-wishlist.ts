import { getProduct } from '../catalog/find-product.ts'
import { getViewer } from '../customers/find-viewer.ts'
import type { Context } from '../gateway/context.ts'
import { isUuid } from '../platform/uuid.ts'

/** Puts a product on the customer's wishlist, where it stands once. @throws Problem UNAUTHENTICATED, NOT_FOUND */
export async function addToWishlist(context: Context, productId: string): Promise<true> {
  const customer = await getViewer(context, 'Login required')
  const product = await getProduct(context, productId)
  const { services, store } = context
  const item = { storeId: store.id, customerId: customer.id, productId: product.id, createdAt: services.clock() }
  // ON CONFLICT DO NOTHING: however many add it at once, all succeed and the first one's date stays.
  await services.prisma.wishlistItem.createMany({ data: [item], skipDuplicates: true })
  return true
}

/** Takes a product off the customer's wishlist; one that is not there is no mistake. @throws Problem UNAUTHENTICATED */
export async function removeFromWishlist(context: Context, productId: string): Promise<true> {
  const customer = await getViewer(context, 'Login required')
  if (!isUuid(productId)) return true
  const { services, store } = context
  await services.prisma.wishlistItem.deleteMany({ where: { storeId: store.id, customerId: customer.id, productId } })
  return true
}
