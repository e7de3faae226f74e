import { Command } from 'commander'

export const importCommand = (): Command =>
  new Command('import')
    .description('validate and load store bundles, each of them whole or not at all')
    .argument('<file...>', 'bundles, as examples/demo-store.json is one')
    .addHelpText(
      'after',
      `
A bundle may be imported again: settings, products, variants, discounts and reviews are updated by their
natural keys; stock, points and passwords are set only where the row is new; what a bundle leaves out stays.

Example:
  storefront import examples/demo-store.json

The format is described by examples/store-bundle.schema.json.`,
    )
    .action(async (files: string[]) => {
      const { importFiles } = await import('./import-files.ts')
      await importFiles(files)
    })
