import type { Prisma } from '../../generated/prisma/client.ts'
import { comparableText } from '../../platform/text/text.ts'
import { slugOf, TakenSlugs } from './slug.ts'

/** A product of a list. Without a slug it is the stored product of its name, or a new one. */
export interface ListedProduct {
  slug?: string | undefined
  name?: string | undefined
}

interface GivenSlugs {
  /** The slug of each product of the list; empty where it has neither slug nor name. */
  slugs: string[]
  /** What was expected as a slug, by index, of those whose product is not clear. */
  expected: Map<number, string>
}

const READ_AT_ONCE = 5_000
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000'

/**
 * Finds the products of a list that come without a slug, by their names: case and blanks aside. New ones get a slug that
 * is free in the store and in the list. It reads the names of all the store's products, since no index could compare
 * them as JavaScript does in every script.
 */
export async function giveSlugs(
  tx: Pick<Prisma.TransactionClient, 'product'>,
  storeId: string,
  products: readonly ListedProduct[],
): Promise<GivenSlugs> {
  const given = new Set(products.flatMap(({ slug }) => slug ?? []))
  const unnamed = products.map(({ slug, name }) =>
    slug === undefined && name !== undefined ? comparableText(name) : '',
  )
  const found = new Map(unnamed.filter((key) => key !== '').map((key) => [key, [] as string[]]))
  const expected = new Map<number, string>()
  if (found.size === 0) return { slugs: products.map(({ slug = '' }) => slug), expected }

  const made = products.map(({ name = '' }, index) => (unnamed[index] === '' ? '' : slugOf(name)))
  const bases = new Set(made)
  const taken: string[] = [...given]
  for await (const { slug, name } of storedNames(tx, storeId)) {
    found.get(comparableText(name))?.push(slug)
    if (bases.has(slug) || bases.has(slug.replace(/-\d+$/, ''))) taken.push(slug)
  }
  const free = new TakenSlugs(taken)
  const slugs = products.map(({ slug }, index) => {
    const key = unnamed[index] ?? ''
    if (slug !== undefined || key === '') return slug ?? ''
    const [first, ...more] = found.get(key) ?? []
    if (first === undefined) return free.takeFree(made[index] ?? '')
    if (more.length > 0) expected.set(index, oneOf([first, ...more]))
    else if (given.has(first)) expected.set(index, `"${first}", as in another place of the list: it has this name`)
    return first
  })
  return { slugs, expected }
}

/** What is expected where several products have the name of one without a slug. */
export const oneOf = (slugs: readonly string[]): string => {
  const some = slugs.toSorted().slice(0, 5)
  return `one of ${some.map((slug) => `"${slug}"`).join(', ')}, which all have this name`
}

async function* storedNames(tx: Pick<Prisma.TransactionClient, 'product'>, storeId: string) {
  let last = BEFORE_ALL_IDS
  while (true) {
    const rows: { id: string; slug: string; name: string }[] = await tx.product.findMany({
      where: { storeId, id: { gt: last } },
      select: { id: true, slug: true, name: true },
      orderBy: { id: 'asc' },
      take: READ_AT_ONCE,
    })
    yield* rows
    const end = rows.at(-1)
    if (end === undefined || rows.length < READ_AT_ONCE) return
    last = end.id
  }
}
