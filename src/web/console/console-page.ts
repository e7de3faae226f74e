import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type BuiltAssets, iconPath, readAssetsOnce, serveAssets } from '../../api/http/built-assets.ts'
import { answerOtherMethods } from '../../api/http/method-not-allowed.ts'
import { isUnchanged } from '../../api/response-cache/write.ts'

const ASSETS_PATH = '/console-assets'
const PATHS = ['/console', '/console/*']

/** A shelf. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#a2552a" d="M3 4h26v24H3z"/><path fill="#fff" d="M7 8h18v4H7zm0 7h8v9H7zm11 0h7v3h-7zm0 6h7v3h-7z"/></svg>'

/** Nothing inline, and nothing of other hosts but pictures, which owners may have anywhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob: https: http:",
  "connect-src 'self'",
  "font-src 'none'",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

const HEADERS = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
}

type ConsoleAssets = BuiltAssets<'style' | 'script'>

/** @param folder of style and scripts, where that is not beside the bundle */
export function serveConsolePage(app: FastifyInstance, folder: string | undefined): void {
  const assets: () => ConsoleAssets = readAssetsOnce('console', folder)
  serveAssets(app, { path: ASSETS_PATH, icon: ICON, assets })
  for (const url of PATHS) {
    app.get(url, async ({ headers }, reply) => {
      const html = pageWith(assets())
      const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
      reply.headers(HEADERS).header('ETag', etag)
      if (isUnchanged(headers['if-none-match'], etag)) return reply.status(304).send()
      return reply.type('text/html; charset=utf-8').send(html)
    })
  }
  answerOtherMethods(app, PATHS)
}

const pageWith = ({ style, script }: ConsoleAssets): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Console</title>
<link rel="icon" href="${iconPath(ASSETS_PATH)}" type="image/svg+xml">
<link rel="stylesheet" href="${ASSETS_PATH}/${style}">
<script type="module" src="${ASSETS_PATH}/${script}"></script>
</head>
<body>
<div id="app"></div>
<noscript>The console needs JavaScript. Allow it for this site and load the page again.</noscript>
</body>
</html>
`
