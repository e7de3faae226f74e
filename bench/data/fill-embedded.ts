import { openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate/migrate.ts'
import { fillCatalogue } from './fill-search.ts'
import { SUBDOMAIN } from './shop.ts'

/** Makes an embedded database with the store that is measured and so many products: `node … DATA_DIR PRODUCTS`. */

const [dataDir = '', products] = process.argv.slice(2)
const database = await openDatabase({ kind: 'embedded', dataDir })
await migrate(database)
const { id } = await database.prisma.store.create({
  data: { subdomain: SUBDOMAIN, businessName: 'Bench Tea House', currency: 'INR' },
})
await fillCatalogue({ query: (text, values = []) => database.executeSql(text, values) }, id, Number(products))
await database.close()
