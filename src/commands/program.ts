import { Command } from 'commander'
import { build } from '../platform/package.ts'
import { customerCommand } from './customer.ts'
import { exportCommand } from './export.ts'
import { exportProductsCommand } from './export-products.ts'
import { importCommand } from './import/import.ts'
import { importPostalCodesCommand } from './import/import-postal-codes.ts'
import { importProductsCommand } from './import/import-products.ts'
import { importRedirectsCommand } from './import/import-redirects.ts'
import { importStockCommand } from './import/import-stock.ts'
import { keyCommand } from './key.ts'
import { migrateCommand } from './migrate.ts'
import { personCommand, setUpCodeCommand } from './person.ts'
import { storeCommand, storesCommand } from './store.ts'

/** Without `serve`: what a running server also runs for other processes. */
export const createProgram = (): Command => {
  const program = new Command('storefront')
    .description('A public GraphQL and REST API for published online stores.')
    .version(build)
    .addHelpText(
      'after',
      `
Without DATABASE_URL, an embedded PostgreSQL with its data in DATA_DIR (.data) is used. While a server has it open, the
server runs the command.

Examples:
  storefront serve
  storefront import examples/demo-store.json
  storefront import-products demo examples/products.csv
  storefront key create demo --name "till in the shop"
  storefront customer export demo "+91 98765 43210"`,
    )
  for (const command of [
    migrateCommand,
    importCommand,
    importProductsCommand,
    importStockCommand,
    importPostalCodesCommand,
    importRedirectsCommand,
    exportCommand,
    exportProductsCommand,
    storesCommand,
    keyCommand,
    customerCommand,
    personCommand,
    setUpCodeCommand,
    storeCommand,
  ]) {
    program.addCommand(command())
  }
  return program
}
