import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'

/** ASCII is UTF-8 too. */
const charsets = /^(utf-?8|us-ascii|ascii)$/i

/** Refuses bodies in a charset or a content coding that nothing here decodes, before they are read. */
export function refuseUnreadable(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    done(hasBody(request) && !isReadable(request) ? new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE() : null)
  })
}

export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0

function isReadable({ headers }: FastifyRequest): boolean {
  const coding = headers['content-encoding'] ?? 'identity'
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1]
  return /^(identity)?$/i.test(coding) && (charset === undefined || charsets.test(charset))
}
