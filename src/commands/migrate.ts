import { Command } from 'commander'
import { terminal } from './terminal.ts'

export const migrateCommand = (): Command =>
  new Command('migrate')
    .description('apply pending migrations and list them')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgresql://shop@db/shop SECRETS=... storefront migrate')
    .action(async () => {
      const [{ withDatabase }, { migrate }] = await Promise.all([
        import('./open-for-command.ts'),
        import('../platform/database/migrate/migrate.ts'),
      ])
      const { print } = terminal()
      const applied = await withDatabase((database) => migrate(database, (line) => print(`${line}\n`)))
      for (const name of applied) print(`Applied migration ${name}.\n`)
      if (applied.length === 0) print('The database is up to date.\n')
    })
