import type { Context } from '../../../api/context.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { type CountedConnection, type CountedPageArgs, countedPage } from '../../../platform/counted-page.ts'
import { newestFirst } from '../../../platform/pagination.ts'
import { literally, searchText } from '../../../platform/text/search-text.ts'
import { productPage } from './find-redirect.ts'

export const withProduct = { product: { select: { slug: true } } } as const satisfies Prisma.RedirectInclude

export type OwnRedirect = Prisma.RedirectGetPayload<{ include: typeof withProduct }>

/** As it can be given again. A CHECK of the database says that there is a target or a product. */
export const targetOf = ({ target, product }: Pick<OwnRedirect, 'target' | 'product'>): string =>
  target ?? productPage(product?.slug ?? '')

type Args = CountedPageArgs & { search?: string | null | undefined }

/** Newest first. @throws Problem BAD_USER_INPUT */
export async function listRedirects(
  { services, store }: Pick<Context, 'services' | 'store'>,
  args: Args,
): Promise<CountedConnection<OwnRedirect>> {
  const { redirect } = services.db.prisma
  const text = searchText(args.search)
  const contains = text === null ? null : ({ contains: literally(text), mode: 'insensitive' } as const)
  const where: Prisma.RedirectWhereInput = {
    ...{ storeId: store.id, kind: 'PATH' },
    ...(contains && { OR: [{ source: contains }, { target: contains }, { product: { slug: contains } }] }),
  }
  return countedPage<OwnRedirect>(newestFirst, args, {
    read: ({ behind, ...page }) =>
      redirect.findMany({ ...page, where: { AND: [where, behind] }, include: withProduct }),
    count: (first) => redirect.count({ ...first, where }),
  })
}
