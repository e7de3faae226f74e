import { Command } from 'commander'

export const importCommand = (): Command =>
  new Command('import')
    .description('validate and import store bundles, each completely or not at all')
    .argument('<file...>', 'bundles, such as examples/demo-store.json')
    .addHelpText(
      'after',
      `
A bundle can be imported repeatedly: settings, products, variants, discounts and reviews are updated by their
natural keys; stock, points and passwords are set only for new rows; anything that a bundle omits stays unchanged.

Example:
  storefront import examples/demo-store.json

The JSON Schema of the format is examples/store-bundle.schema.json.`,
    )
    .action(async (files: string[]) => {
      const { importFiles } = await import('./import-files.ts')
      await importFiles(files)
    })
