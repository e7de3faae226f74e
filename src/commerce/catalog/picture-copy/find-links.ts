import type { Services } from '../../../api/context.ts'
import type { LinkedPicture, PictureCopy } from '../../../generated/prisma/client.ts'
import { type UpdatableTable, updateRows } from '../../../platform/database/bulk-rows.ts'
import { chunks, isNotEmpty } from '../../stores/store-write.ts'
import { LinkStatus } from './copy-status.ts'
import { isLink, linkKey } from './links.ts'
import { KEPT_MS } from './picture-copies.ts'

/** Products read at once. */
const PAGE = 200

const uses = {
  name: 'linked_pictures',
  key: 'key',
  columns: { key: ['key', 'text'], productIds: ['product_ids', 'uuid[]'] },
} as const satisfies UpdatableTable

const waiting = {
  ...uses,
  columns: {
    ...uses.columns,
    copyId: ['copy_id', 'uuid'],
    status: ['status', 'text'],
    reason: ['reason', 'text'],
    tries: ['tries', 'integer'],
    notBefore: ['not_before', 'timestamptz'],
    expiresAt: ['expires_at', 'timestamptz'],
  },
} as const satisfies UpdatableTable

interface FoundLink {
  url: string
  /** Empty for a picture of the store itself. */
  productIds: Set<string>
}

/**
 * Writes down all pictures that the store and its products, archived ones included, link at other hosts; they then wait
 * to be copied, unless this copy has tried them already. Repeating it adds what was linked meanwhile.
 */
export async function findLinks(
  services: Pick<Services, 'db' | 'clock'>,
  copy: PictureCopy,
  signal: AbortSignal,
): Promise<void> {
  const { prisma } = services.db
  const { storeId } = copy
  const store = await prisma.store.findUniqueOrThrow({ where: { id: storeId } })
  const own = [store.shopLogo, store.heroPicture].filter((address) => address !== null)
  await writeLinks(services, copy, [{ id: null, addresses: own }])
  for (let after: string | null = null; ; ) {
    signal.throwIfAborted()
    const products: { id: string; images: string[]; variants: { picture: string | null }[] }[] =
      await prisma.product.findMany({
        where: { storeId, ...(after !== null && { id: { gt: after } }) },
        orderBy: { id: 'asc' },
        take: PAGE,
        select: { id: true, images: true, variants: { where: { picture: { not: null } }, select: { picture: true } } },
      })
    const pictured = products.map(({ id, images, variants }) => ({
      id,
      addresses: [...images, ...variants.flatMap(({ picture }) => picture ?? [])],
    }))
    await writeLinks(services, copy, pictured)
    after = products.at(-1)?.id ?? null
    if (products.length < PAGE) return
  }
}

async function writeLinks(
  { db: { prisma }, clock }: Pick<Services, 'db' | 'clock'>,
  { storeId, id: copyId }: PictureCopy,
  pictured: readonly { id: string | null; addresses: readonly string[] }[],
): Promise<void> {
  const found = new Map<string, FoundLink>()
  for (const { id, addresses } of pictured) {
    for (const url of addresses.filter(isLink)) {
      const key = linkKey(url)
      const link = found.get(key) ?? { url, productIds: new Set() }
      if (id !== null) link.productIds.add(id)
      found.set(key, link)
    }
  }
  if (found.size === 0) return
  const expiresAt = new Date(clock().getTime() + KEPT_MS)
  for (const { entries } of chunks([...found])) {
    const keys = entries.map(([key]) => key)
    const rows = await prisma.linkedPicture.findMany({ where: { storeId, key: { in: keys } } })
    const stored = new Map(rows.map((row) => [row.key, row]))
    const data = entries.flatMap(([key, { url, productIds }]) =>
      stored.has(key)
        ? []
        : { storeId, copyId, key, url, status: LinkStatus.WAITING, productIds: [...productIds], expiresAt },
    )
    if (isNotEmpty(data)) await prisma.linkedPicture.createMany({ data, skipDuplicates: true })
    const merged = rows.map((row) => ({
      row,
      productIds: mergedIds(row, copyId, found.get(row.key)?.productIds ?? new Set()),
    }))
    const target = { tx: prisma, storeId }
    const isLeft = ({ row }: { row: LinkedPicture }) => row.copyId === copyId && row.status !== LinkStatus.COPIED
    const left = merged.filter(isLeft).filter(({ row, productIds }) => productIds.length > row.productIds.length)
    await updateRows(
      target,
      uses,
      left.map(({ row: { key }, productIds }) => ({ key, productIds })),
    )
    const again = merged.filter((one) => !isLeft(one))
    await updateRows(
      target,
      waiting,
      again.map(({ row: { key, pictureId }, productIds }) => ({
        ...{ key, productIds, copyId, status: LinkStatus.WAITING, reason: '', tries: 0, notBefore: null },
        expiresAt: pictureId === null ? expiresAt : null,
      })),
    )
  }
}

const mergedIds = (row: LinkedPicture, copyId: string, found: ReadonlySet<string>): string[] =>
  row.copyId === copyId ? [...new Set([...row.productIds, ...found])] : [...found]
