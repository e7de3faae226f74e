import type { Owner } from '../../support/owner.ts'

export const IMPORT = `mutation ($rows: [ProductRowInput!]!, $setStock: Boolean, $dryRun: Boolean, $allowFree: Boolean) {
  importProducts(rows: $rows, setStock: $setStock, dryRun: $dryRun, allowFree: $allowFree) {
    imported added changed unchanged refused mistakes { row field message } mistakeCount } }`

/** The report of what the owner has imported, or the errors. */
export const importRows = async (owner: Owner, rows: object[], options: object = {}): Promise<any> =>
  (await owner.ask(IMPORT, { rows, ...options })).importProducts

export const storedProduct = async (owner: Owner, slug: string): Promise<any> =>
  (
    await owner.ask(
      `query ($slug: String) { product(slug: $slug) { name description price salePrice category images stock taxRate
        active displayOrder version variants { options { name value } price salePrice stock } } }`,
      { slug },
    )
  ).product

export const size = (value: string) => ({ options: [{ name: 'size', value }] })
export const assam = { slug: 'assam', name: 'Assam', price: 499 }
