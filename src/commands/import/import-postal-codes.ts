import { Command } from 'commander'

export const importPostalCodesCommand = (): Command =>
  new Command('import-postal-codes')
    .description('set the postal codes of a delivery zone from a file, all of them or none')
    .argument('<subdomain>')
    .argument('<zone>', 'the code of the zone')
    .argument('<file>', 'a postal code, a prefix such as 5600* or a range such as 560001-560099 on each line')
    .option('--add', 'keep the codes that the zone has')
    .option('--excluded', 'set the codes that the zone excludes')
    .addHelpText(
      'after',
      `
The first line may be the header postal_code. At most 25,000 entries in a zone.

Example:
  storefront import-postal-codes demo city pincodes.csv`,
    )
    .action(async (subdomain: string, zone: string, file: string, options: { add?: boolean; excluded?: boolean }) => {
      const { importPostalCodesFile } = await import('./import-postal-codes-file.ts')
      await importPostalCodesFile(subdomain, zone, file, options)
    })
