import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { askForKey } from './owner-graphiql-script.ts'
import { phoneStyle } from './phone-style.ts'

/** Workers come from the script's own folder, the first query from the page. */
const startGraphiql = `
(() => {
  const workers = { editorWorkerService: 'editor-worker.js', json: 'json-worker.js', graphql: 'graphql-worker.js' }
  const here = document.currentScript.src
  self.MonacoEnvironment = {
    globalAPI: false,
    getWorkerUrl: (moduleId, label) => new URL(workers[label], here).href,
  }
  const root = document.getElementById('root')
  const { title, query: defaultQuery } = root.dataset
  YogaGraphiQL.renderYogaGraphiQL(root, { title, defaultQuery })
})()
`

interface Asset {
  type: string
  plain: Buffer
  gzipped: Buffer
}

interface Assets {
  /** Changes with any file, so that browsers may cache the files forever. */
  version: string
  files: Map<string, Asset>
}

const SCRIPT = 'text/javascript; charset=utf-8'

let loading: Promise<Assets> | undefined

/** 9 MB, read and compressed once, at the first request. */
export function graphiqlAssets(): Promise<Assets> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<Assets> {
  const parts = await import('@graphql-yoga/render-graphiql/graphiql')
  const texts: [name: string, type: string, body: string | Buffer][] = [
    ['graphiql.js', SCRIPT, parts.js],
    ['graphiql.css', 'text/css; charset=utf-8', parts.css + phoneStyle],
    ['editor-worker.js', SCRIPT, parts.editorWorkerService],
    ['json-worker.js', SCRIPT, parts.jsonWorker],
    ['graphql-worker.js', SCRIPT, parts.graphqlWorker],
    ['favicon.ico', 'image/x-icon', Buffer.from(parts.favicon.replace(/^data:[^,]*,/, ''), 'base64')],
    ['start.js', SCRIPT, startGraphiql],
    ['ask-for-key.js', SCRIPT, askForKey],
  ]
  const hash = createHash('sha256')
  const files = new Map<string, Asset>()
  for (const [name, type, body] of texts) {
    const plain = Buffer.from(body)
    hash.update(plain)
    files.set(name, { type, plain, gzipped: await promisify(gzip)(plain) })
  }
  return { version: hash.digest('hex').slice(0, 16), files }
}

const PATH = '/graphiql/:version/:name'

/** One path for all stores. @param admit counts a request, and throws when there were too many */
export function serveGraphiqlAssets(
  app: FastifyInstance,
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): readonly string[] {
  app.get<{ Params: { version: string; name: string } }>(PATH, { onRequest: admit }, async (request, reply) => {
    const { version, files } = await graphiqlAssets()
    const asset = request.params.version === version ? files.get(request.params.name) : undefined
    if (!asset) return reply.callNotFound()
    reply
      .type(asset.type)
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Vary', 'Accept-Encoding')
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(asset.plain)
    return reply.header('Content-Encoding', 'gzip').send(asset.gzipped)
  })
  return [PATH]
}
