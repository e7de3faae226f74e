import { Command } from 'commander'
import type { StockFileOptions } from './import-stock-file.ts'

export const importStockCommand = (): Command =>
  new Command('import-stock')
    .description('set stock by SKU from a CSV file, all of it or none')
    .argument('<subdomain>')
    .argument('<file>', 'a CSV file with the columns sku and stock')
    .option('--skip-unknown', 'leave out lines whose SKU no product or variant has, and name them')
    .option('--dry-run', 'check everything and report what would change, but store nothing')
    .addHelpText(
      'after',
      `
The stock is the number of units that are there, those held by pending orders included. An empty cell leaves it as it is,
a cell with - stops counting. Products and variants that the file does not list keep theirs.

Example:
  storefront import-stock demo stock.csv --dry-run`,
    )
    .action(async (subdomain: string, file: string, options: StockFileOptions) => {
      const { importStockFile } = await import('./import-stock-file.ts')
      await importStockFile(subdomain, file, options)
    })
