import cluster from 'node:cluster'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { bareAnswers } from './bare-answers.ts'
import type { BareJob } from './bare-job.ts'
import { replaying } from './bare-replay.ts'

/** What Node can do when it does nothing else. Its job is the JSON on standard input. */

const JSON_TYPE = 'application/json; charset=utf-8'
/** As many connections as the service has. */
const POOL_SIZE = 10

type Answer = (request: IncomingMessage, response: ServerResponse) => void

function fromMemory(body: Buffer, etag: string): Answer {
  return (request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { ETag: etag }).end()
    else response.writeHead(200, { 'Content-Type': JSON_TYPE, 'Content-Length': body.length, ETag: etag }).end(body)
  }
}

function fromStatements({ databaseUrl, answer, parameters }: BareJob & { kind: 'statements' }): Answer {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE })
  const { read } = bareAnswers[answer]
  return asJson(async () => JSON.stringify(await read(pool, parameters)))
}

const asJson =
  (answer: (request: IncomingMessage) => Promise<string>): Answer =>
  (request, response) => {
    answer(request).then(
      (json) => {
        const body = Buffer.from(json)
        response.writeHead(200, { 'Content-Type': JSON_TYPE, 'Content-Length': body.length }).end(body)
      },
      (error: Error) => response.writeHead(500).end(error.message),
    )
  }

function answerOf(job: BareJob): Answer {
  switch (job.kind) {
    case 'memory':
      return fromMemory(Buffer.from(job.body), job.etag)
    case 'statements':
      return fromStatements(job)
    case 'replay':
      return asJson(replaying(job.databaseUrl, POOL_SIZE, job.replay))
  }
}

const serve = (job: BareJob) => createServer(answerOf(job)).listen(job.port, '127.0.0.1')

/** Written by bare.ts, and by nobody else. */
async function jobOnInput(): Promise<BareJob> {
  let text = ''
  for await (const chunk of process.stdin) text += chunk
  return JSON.parse(text) as BareJob
}

process.on('SIGINT', () => process.exit(0))
if (cluster.isWorker) {
  process.once('message', (job: BareJob) => serve(job))
  process.send?.('asks for its job')
} else {
  const job = await jobOnInput()
  const processes = (job.kind === 'memory' && job.processes) || 1
  if (processes === 1) serve(job)
  // As the service does it: the first process accepts connections, and hands them to the others in turn.
  else
    for (let started = 0; started < processes; started += 1) {
      const worker = cluster.fork()
      worker.once('message', () => worker.send(job))
    }
}
