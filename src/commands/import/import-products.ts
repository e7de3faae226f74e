import { Command, Option } from 'commander'
import type { ImportFileOptions } from './import-products-file.ts'

export const importProductsCommand = (): Command =>
  new Command('import-products')
    .description('add and update products from a CSV file, all of them or none unless told otherwise')
    .argument('<subdomain>')
    .argument('<file>', 'a CSV file in UTF-8 or UTF-16, such as examples/products.csv')
    .addOption(
      new Option(
        '--from <platform>',
        'the platform that exported the file; by default recognised by its header',
      ).choices(
        // Not of the import, which is loaded only when it runs.
        ['shopify', 'woocommerce'],
      ),
    )
    .option('--set-stock', 'also set the stock of existing products and variants, not only of new ones')
    .option('--allow-free', 'accept a sale price of 0 below a price above 0, which is otherwise a mistake')
    .option('--tax-class <class=percent...>', 'the rate of a tax class of a WooCommerce export, such as reduced-rate=5')
    .option('--skip-mistakes', 'leave out products with mistakes, list them, and import the others')
    .option('--refused <file>', 'write the rows of products with mistakes to this file, with the reasons in a column')
    .addOption(
      new Option(
        '--pictures <what>',
        'then copy the pictures that products link at other hosts to this one, as uploads',
      ).choices(['copy']),
    )
    .option('--dry-run', 'check everything and report what would happen, but store nothing')
    .addHelpText(
      'after',
      `
Columns, in any order: slug, name, description, price, sale_price, category, brand, attributes, images, media, stock,
tax_rate, weight, sku, barcode, active, display_order, seo_title, seo_description, picture, options, and
option:NAME for each option of the variants.
Products are matched by slug or, if it is empty, by name; a new product then gets a slug derived from its name. Rows of
the same product are its variants. A missing column or an empty cell leaves the value unchanged; a cell with - clears
it. Products are never removed.

Product exports of Shopify and WooCommerce are imported as they are; what has no place here is listed at the end,
with its lines.

With --pictures copy, what links pictures at other hosts gets copies of them; pictures that cannot be copied are listed
with the reason and stay linked. The exit status is then 1, although the products are imported; running the command
again tries them once more.

Examples:
  storefront import-products demo examples/products.csv --dry-run
  storefront import-products demo products_export.csv --from shopify
  storefront import-products demo products_export.csv --pictures copy
  storefront import-products demo products_export.csv --skip-mistakes --refused left-out.csv

"Products from a CSV file" in docs/owner-api.md describes the format.`,
    )
    .action(async (subdomain: string, file: string, options: ImportFileOptions) => {
      const { importProductsFile } = await import('./import-products-file.ts')
      await importProductsFile(subdomain, file, options)
    })
