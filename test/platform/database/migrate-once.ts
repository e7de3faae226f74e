// Run as a process of its own: migrates the database of DATABASE_URL's server that it is given, prints what it applied.
import { openDatabase } from '../../../src/platform/database/database.ts'
import { migrate } from '../../../src/platform/database/migrate/migrate.ts'
import { urlOf } from '../../support/served-databases.ts'

const url = urlOf(process.env.DATABASE_URL ?? '', process.argv[2] ?? '')
const database = await openDatabase({ kind: 'served', url, poolSize: 2, statementTimeoutMs: 5_000 })
process.stdout.write((await migrate(database)).join())
await database.close()
