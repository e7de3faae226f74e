import { Command } from 'commander'
import { terminal } from './terminal.ts'

export const exportProductsCommand = (): Command =>
  new Command('export-products')
    .description('print the products of a store as CSV, as import-products takes them')
    .argument('<subdomain>')
    .addHelpText(
      'after',
      `
Importing the file again changes only what was edited in it.

Example:
  storefront export-products demo > products.csv`,
    )
    .action(async (subdomain: string) => {
      const [{ withCurrentDatabase, getStore }, { productColumns, productPages }, { csvText }, { waysToData }] =
        await Promise.all([
          import('./open-for-command.ts'),
          import('../commerce/catalog/export-products.ts'),
          import('../commerce/owners/export/csv-text.ts'),
          import('../platform/database/db.ts'),
        ])
      await withCurrentDatabase(async (database, config) => {
        const scope = {
          services: waysToData(database),
          store: await getStore(database, config, subdomain),
          baseUrl: config.publicUrl ?? '',
        }
        const columns = await productColumns(scope)
        terminal().print(csvText(columns, [], true))
        for await (const page of productPages(scope, columns)) terminal().print(csvText(columns, page, false))
      })
    })
