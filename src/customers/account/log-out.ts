import type { Context } from '../../graphql/context.ts'
import { expired } from '../../platform/database/retention.ts'
import { getAuthentication, getViewer } from './find-viewer.ts'

export const endedTokenRetention = expired('ended_tokens')

/** Ends the token that asks. @throws Problem UNAUTHENTICATED */
export async function logOut(context: Context): Promise<true> {
  const { services, store } = context
  const { token } = await getAuthentication(context, 'Not logged in')
  const expiresAt = new Date(token.expiresAt * 1000)
  await services.db.prisma.endedToken.createMany({
    data: [{ storeId: store.id, tokenId: token.id, expiresAt }],
    skipDuplicates: true,
  })
  return true
}

/** Ends all tokens of the customer who asks. @throws Problem UNAUTHENTICATED */
export async function logOutEverywhere(context: Context): Promise<true> {
  const { services, store } = context
  const { id } = await getViewer(context, 'Not logged in')
  await services.db.prisma.customer.updateMany({
    where: { storeId: store.id, id },
    data: { tokenVersion: { increment: 1 }, sparedTokenId: null },
  })
  return true
}
