/** The headers of answers that pages of other origins can read. */
export const EXPOSED_HEADERS = [
  'X-Request-Id',
  'ETag',
  'Error-Code',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Allow',
  'Content-Disposition',
].join(', ')

/** Lets pages of other origins read an answer. */
export const CORS_HEADERS = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED_HEADERS }
