import { lockName } from '../../../platform/database/row-lock.sql.ts'
import { type Issue, issueAt, type Path, pathText, shown } from '../../../platform/input/issues.ts'
import { tidyText } from '../../../platform/text/text.ts'
import type { StoreWrite } from '../../stores/store-write.ts'
import { optionsKey } from '../product.ts'
import { type CodeName, codeHolders, codeNames, releaseCodes } from './codes.sql.ts'
import type { ProductEntry } from './product-format.ts'

type Codes = { [Name in CodeName]?: string | null | undefined }
interface CodedProduct extends Codes {
  variants?: readonly Codes[] | undefined
}

export const whatOf: Record<CodeName, string> = { sku: 'a SKU', barcode: 'a barcode' }

/** The codes that a product and its variants are given, and their places in it. */
const codesIn = ({ variants = [], ...product }: CodedProduct): { name: CodeName; code: string; at: Path }[] =>
  [{ at: [], codes: product }, ...variants.map((codes, index) => ({ at: ['variants', index], codes }))].flatMap(
    ({ at, codes }) =>
      codeNames.flatMap((name) => {
        const code = tidyText(codes[name] ?? '')
        return code === '' ? [] : [{ name, code, at: [...at, name] }]
      }),
  )

/** Reports each code that stands twice in a list. */
export function repeatedCodes(products: readonly (CodedProduct & { path: Path })[]): Issue[] {
  const firsts = new Map<string, Path>()
  return products.flatMap(({ path, ...product }) =>
    codesIn(product).flatMap(({ name, code, at }) => {
      const place = [...path, ...at]
      const key = `${name} ${code}`
      const first = firsts.get(key)
      if (first) {
        const other = pathText(first.slice(0, -1)) || 'the product'
        return [issueAt(place, `${whatOf[name]} that ${other} does not have already`, code)]
      }
      firsts.set(key, place)
      return []
    }),
  )
}

/** What a list makes of the codes of its products. */
export class ListedCodes {
  readonly #products: ReadonlyMap<string, ProductEntry>
  readonly areGiven: boolean

  constructor(products: readonly ProductEntry[]) {
    this.areGiven = products.some((product) => codesIn(product).length > 0)
    this.#products = new Map(this.areGiven ? products.map((product) => [product.slug, product]) : [])
  }

  /** The code that the product, or the variant with these options, is given; undefined when it keeps the one that it has. */
  given(name: CodeName, slug: string, options: string | null): string | null | undefined {
    const product = this.#products.get(slug)
    return options === null
      ? product?.[name]
      : product?.variants?.find((variant) => optionsKey(variant.options) === options)?.[name]
  }
}

interface PlacedProduct {
  entry: ProductEntry
  path: Path
}

/**
 * Keeps other transactions from giving codes in this store until this one ends: the unique index of each table does not
 * know the codes of the other one. Call it before the first row is written.
 */
export const lockCodes = ({ tx, storeId }: StoreWrite): Promise<void> => lockName(tx, `codes ${storeId}`)

/**
 * Reports codes that other products or variants of the store have, unless the list gives these another one. Takes the
 * codes from those, so that two can change places.
 * @returns the products without what was reported, so that the rest can still be checked
 */
export async function claimCodes<Placed extends PlacedProduct>(
  target: StoreWrite,
  products: readonly Placed[],
  list: ListedCodes,
): Promise<readonly Placed[]> {
  const { tx, storeId, issues, isTrial = false } = target
  const refused = new Set<string>()
  for (const name of codeNames) {
    const claims = new Map(products.flatMap((product) => claimsOf(name, product)))
    if (claims.size === 0) continue
    const others = (await codeHolders(tx, storeId, name, [...claims.keys()])).filter(({ code, slug, optionsKey }) => {
      const claim = claims.get(code)
      return claim && (claim.slug !== slug || claim.options !== optionsKey)
    })
    const keeps = others.filter(({ slug, optionsKey }) => list.given(name, slug, optionsKey) === undefined)
    for (const { code, slug } of keeps) {
      const expected = `${whatOf[name]} that the product ${shown(slug)} does not have already`
      issues.push(issueAt(claims.get(code)?.path ?? [], expected, code))
      refused.add(`${name} ${code}`)
    }
    const released = others.filter((holder) => !keeps.includes(holder))
    if (!isTrial) await releaseCodes(tx, storeId, name, released)
  }
  return refused.size === 0
    ? products
    : products.map((product) => ({ ...product, entry: withoutCodes(product.entry, refused) }))
}

function withoutCodes({ variants, ...entry }: ProductEntry, refused: ReadonlySet<string>): ProductEntry {
  const kept = <Fields extends Codes>(fields: Fields): Fields => {
    const rest = { ...fields }
    for (const name of codeNames) if (refused.has(`${name} ${rest[name]}`)) delete rest[name]
    return rest
  }
  return { ...kept(entry), ...(variants && { variants: variants.map(kept) }) }
}

interface Claim {
  slug: string
  options: string | null
  path: Path
}

function claimsOf(name: CodeName, { entry, path }: PlacedProduct): (readonly [string, Claim])[] {
  const { slug, variants = [] } = entry
  return [
    { code: entry[name], options: null, at: [] },
    ...variants.map((variant, index) => ({
      code: variant[name],
      options: optionsKey(variant.options),
      at: ['variants', index],
    })),
  ].flatMap(({ code, options, at }) => (code ? [[code, { slug, options, path: [...path, ...at, name] }] as const] : []))
}
