// Run as a process of its own: queues a job in the database it is given, takes it, says so and never ends it.

import { type DatabaseOptions, openDatabase } from '../../../src/platform/database/database.ts'
import { migrate } from '../../../src/platform/database/migrate/migrate.ts'
import { createLogger } from '../../../src/platform/logger.ts'
import { createJobs, jobKinds } from '../../../src/process/job-kinds.ts'

const [options = '', storeId = '', leadId = ''] = process.argv.slice(2)
const database = await openDatabase(JSON.parse(options) as DatabaseOptions)
await migrate(database)
const jobs = createJobs({
  executeSql: database.executeSql,
  logger: createLogger('silent'),
  kinds: {
    ...jobKinds,
    'lead-notification': { ...jobKinds['lead-notification'], seconds: 2, pollSeconds: 0.1, retrySeconds: 1 },
  },
})
await database.prisma.$transaction((tx) => jobs.enqueue(tx, 'lead-notification', { storeId, leadId }))
jobs.start({
  'lead-notification': () =>
    new Promise(() => {
      process.stdout.write('taken\n')
      setInterval(() => {}, 60_000)
    }),
  'webhook-delivery': async () => {},
  'product-import': async () => {},
  'picture-copy': async () => {},
  'invitation-mail': async () => {},
  'person-mail': async () => {},
  'payment-reconciliation': async () => {},
  'product-index': async () => {},
  'account-mail': async () => {},
  'order-mail': async () => {},
  figures: async () => {},
  'clean-up': async () => {},
})
