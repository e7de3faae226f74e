import type { Picture } from '../generated/prisma/client.ts'
import type { Context } from '../graphql/context.ts'
import { type CountedConnection, type CountedPageArgs, countedPage } from '../platform/counted-page.ts'
import { newestFirst } from '../platform/pagination.ts'

/** The store's uploaded pictures, newest first. @throws Problem BAD_USER_INPUT */
export async function listPictures(
  { services, store }: Pick<Context, 'services' | 'store'>,
  page: CountedPageArgs,
): Promise<CountedConnection<Picture>> {
  const { picture } = services.db.prisma
  const where = { storeId: store.id }
  return countedPage(newestFirst, page, {
    read: ({ behind, ...rest }) => picture.findMany({ where: { AND: [where, behind] }, ...rest }),
    count: (first) => picture.count({ where, ...first }),
  })
}
