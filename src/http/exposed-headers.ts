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
