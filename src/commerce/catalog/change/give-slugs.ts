import type { Prisma } from '../../../generated/prisma/client.ts'
import { comparableText } from '../../../platform/text/text.ts'
import { slugOf, TakenSlugs } from './slug.ts'

export interface ListedProduct {
  slug?: string | undefined
  name?: string | undefined
}

interface GivenSlugs {
  /** By index; empty for an entry with neither slug nor name. */
  slugs: string[]
  /** The expected slug by index, for entries that match several products. */
  expected: Map<number, string>
}

const READ_AT_ONCE = 5_000
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000'

/** By name, ignoring case and blanks. Reads all names: no index compares them as JavaScript does. */
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
