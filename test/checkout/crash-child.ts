// A process that does one thing and is killed on the way: before a message with a statement that writes, before or after
// a call of the provider, or when it has sent a COMMIT and does not live to read the answer. What only reads leaves no
// trace to die after.
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

/** Whether the database may be another after these statements. */
function isStep(connection: object, texts: readonly string[]): boolean {
  const isPart = inTransaction.has(connection) || texts.includes('BEGIN')
  if (texts.includes('BEGIN')) inTransaction.add(connection)
  if (texts.includes('COMMIT')) inTransaction.delete(connection)
  const writes = texts.some((text) => !text.startsWith('SELECT'))
  return writes && (kind === 'writes' || !isPart || texts.includes('COMMIT'))
}

/** Sends these statements in one message, unless the process is not to survive it. */
function sendOrDie(connection: object, texts: readonly string[], send: () => void): void {
  const last = /^\w+/.exec(texts.at(-1) ?? '')
  if (isStep(connection, texts) && isLast(`before ${last}`)) die()
  send()
  if (texts.includes('COMMIT') && isLast('after COMMIT')) setImmediate(die)
}

/** What pg's types leave out of its connections. */
interface Sending {
  parse(statement: { name: string; text: string }): void
  bind(portal: { statement: string }): void
  sync(): void
  query(text: string): void
}
const sending = pg.Connection.prototype as unknown as Sending
const { parse, bind, sync, query } = sending
const named = new Map<string, string>()
/** By connection, what it is about to send. */
const bound = new WeakMap<object, string[]>()

sending.parse = function (statement) {
  named.set(statement.name, statement.text)
  parse.call(this, statement)
}
sending.bind = function (portal) {
  bound.set(this, [...(bound.get(this) ?? []), named.get(portal.statement ?? '') ?? ''])
  bind.call(this, portal)
}
sending.sync = function () {
  const texts = bound.get(this) ?? []
  bound.delete(this)
  sendOrDie(this, texts, () => sync.call(this))
}
sending.query = function (text) {
  sendOrDie(this, [text], () => query.call(this, text))
}

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
