// Run as a process of its own: opens the folder it is given, writes, says so and stays until it is killed.
import { openDatabase } from '../../../src/platform/database/database.ts'
import { migrate } from '../../../src/platform/database/migrate/migrate.ts'

const [dataDir = '', subdomain = ''] = process.argv.slice(2)
try {
  const database = await openDatabase({ kind: 'embedded', dataDir })
  await migrate(database)
  await database.prisma.store.create({ data: { subdomain, businessName: 'Tea', currency: 'INR' } })
  process.stdout.write('written\n')
  setInterval(() => {}, 60_000)
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
}
