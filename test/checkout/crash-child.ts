// A process that does one thing and is killed on the way: before a statement that writes, before or after a call of the
// provider, or when it has sent a COMMIT and does not live to read the answer. What only reads leaves no trace to die after.
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { openDatabase } from '../../src/platform/database/database.ts'
import { type Errand, perform, servicesFor } from './crash-harness.ts'

// The test wrote it.
const { database: options, paymentsUrl, deed, steps: kind, dieAt } = JSON.parse(process.argv[2] ?? '') as Errand
let isWorking = false
const steps: string[] = []

const die = () => process.kill(process.pid, 'SIGKILL')

/** Whether this is the step not to survive; `kind` says what is about to happen, or has happened. */
function isLast(kind: string): boolean {
  if (!isWorking) return false
  steps.push(kind)
  return steps.length === dieAt
}

const inTransaction = new WeakSet<object>()

/** Whether the database may be another after this statement. */
function isStep(client: object, text: string): boolean {
  if (text.startsWith('COMMIT')) inTransaction.delete(client)
  const isPart = inTransaction.has(client) || text.startsWith('BEGIN')
  if (text.startsWith('BEGIN')) inTransaction.add(client)
  return !text.startsWith('SELECT') && (kind === 'writes' || !isPart)
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [config] = args
  const text = typeof config === 'string' ? config : ((config as { text?: string }).text ?? '')
  if (isStep(this, text) && isLast(`before ${/^\w+/.exec(text)}`)) die()
  const answer = Reflect.apply(query, this, args)
  if (text.startsWith('COMMIT') && isLast('after COMMIT')) setImmediate(die)
  return answer
} as typeof query

const { execProtocolRaw } = PGlite.prototype
PGlite.prototype.execProtocolRaw = async function (...args) {
  // Commands like COMMIT come as simple queries, each in one message; other statements in several.
  const isCommit = Buffer.from(args[0]).toString('latin1').includes('COMMIT')
  if (isCommit && isLast('before COMMIT')) die()
  const answer = await Reflect.apply(execProtocolRaw, this, args)
  if (isCommit && isLast('after COMMIT')) die()
  return answer
}

const { fetch } = globalThis
globalThis.fetch = async (...args) => {
  if (isLast('before the call')) die()
  const response = await fetch(...args)
  if (isLast('after the call')) die()
  return response
}

const database = await openDatabase(options)
const services = servicesFor(database, paymentsUrl, deed.at)
await database.prisma.$queryRaw`SELECT 1`
isWorking = true
await perform(services, deed)
isWorking = false
await database.close()
process.stdout.write(JSON.stringify(steps))
