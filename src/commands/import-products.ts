import { Command } from 'commander'

export const importProductsCommand = (): Command =>
  new Command('import-products')
    .description('add and change products from a CSV file, all of them or none')
    .argument('<subdomain>')
    .argument('<file>', 'CSV in UTF-8 or UTF-16; examples/products.csv is one')
    .option('--set-stock', 'set the stock of what is there already, too; else only of what is new')
    .option('--allow-free', 'take a sale price of 0 under a price above 0, which is a mistake otherwise')
    .option('--dry-run', 'check everything and report what would happen, but store nothing')
    .addHelpText(
      'after',
      `
Columns, in any order: slug, name, description, price, sale_price, category, brand, attributes, images, media, stock,
tax_rate, active, display_order, seo_title, seo_description, and option:NAME for each option that makes variants. Products are found by their slug, or
by their name where it is empty; a new one then gets a slug made of its name. Rows of one product are its variants.
What has no column, or an empty cell, stays as it is; a cell with - clears. Nothing is ever removed.

Example:
  storefront import-products demo examples/products.csv --dry-run

"Products from a CSV file" in docs/owner-api.md describes the format.`,
    )
    .action(
      async (
        subdomain: string,
        file: string,
        options: { setStock?: boolean; dryRun?: boolean; allowFree?: boolean },
      ) => {
        const { importProductsFile } = await import('./import-products-file.ts')
        await importProductsFile(subdomain, file, options)
      },
    )
