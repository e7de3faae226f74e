import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { packageRoot } from '../../../platform/package.ts'
import { answerOtherMethods } from '../method-not-allowed.ts'

const FOLDER = join(packageRoot, 'examples', 'pictures')
const PATH = '/pictures/:name'

/** A few dozen drawings of about a kilobyte, in memory. */
export async function serveDemoPictures(app: FastifyInstance): Promise<void> {
  const names = await readdir(FOLDER)
  const pictures = new Map(
    await Promise.all(
      names.map(async (name) => {
        const body = await readFile(join(FOLDER, name))
        return [name, { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }] as const
      }),
    ),
  )

  app.get<{ Params: { name: string } }>(PATH, async ({ params, headers }, reply) => {
    const picture = pictures.get(params.name)
    if (!picture) return reply.callNotFound()
    reply
      .header('Cache-Control', 'public, max-age=86400')
      .header('ETag', picture.etag)
      // Lets other hosts draw the pictures on a canvas.
      .header('Access-Control-Allow-Origin', '*')
    if (headers['if-none-match'] === picture.etag) return reply.status(304).send()
    return reply.type('image/svg+xml; charset=utf-8').send(picture.body)
  })
  answerOtherMethods(app, [PATH])
}
