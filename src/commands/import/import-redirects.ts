import { Command } from 'commander'
import type { RedirectFileOptions } from './import-redirects-file.ts'

export const importRedirectsCommand = (): Command =>
  new Command('import-redirects')
    .description('add and change redirects from a CSV file, all of it or none')
    .argument('<subdomain>')
    .argument('<file>', 'a CSV file with the columns from and to')
    .option('--dry-run', 'check everything and report what would change, but store nothing')
    .addHelpText(
      'after',
      `
A redirect leads from an old path, such as /products/assam or /index.php?id=5, to a page of the shop, such as /p/assam.
It is looked up only where the shop finds nothing. Redirects that the file does not list stay.

Example:
  storefront import-redirects demo redirects.csv --dry-run`,
    )
    .action(async (subdomain: string, file: string, options: RedirectFileOptions) => {
      const { importRedirectsFile } = await import('./import-redirects-file.ts')
      await importRedirectsFile(subdomain, file, options)
    })
