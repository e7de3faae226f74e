import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What the guide's files import from Next.js, which is too large to be installed for a test: the same functions, without
 * a router, caches and React's server components. `serve.mjs` runs the files on them.
 */
const modules = {
  'state.js': `
    import { AsyncLocalStorage } from 'node:async_hooks'
    export const requests = new AsyncLocalStorage()
    export class Leave extends Error {
      constructor(status, to) { super('NEXT_REDIRECT'); Object.assign(this, { status, to }) }
    }`,
  'headers.js': `
    import { requests } from './state.js'
    export const headers = async () => requests.getStore().headers
    export const cookies = async () => requests.getStore().cookies`,
  'navigation.js': `
    import { Leave } from './state.js'
    export const redirect = (to) => { throw new Leave(303, to) }
    export const permanentRedirect = (to) => { throw new Leave(308, to) }
    export const notFound = () => { throw new Leave(404) }`,
  'cache.js': `
    import { requests } from './state.js'
    export const refresh = () => { if (!requests.getStore().isAction) throw new Error('Only an action can refresh') }`,
  'link.js': `
    import { createElement } from 'react'
    export default (props) => createElement('a', props)`,
  'serve.mjs': `
    import { createServer } from 'node:http'
    import { buffer } from 'node:stream/consumers'
    import { join } from 'node:path'
    import { renderToString } from 'react-dom/server'
    import { Leave, requests } from './state.js'

    const [folder, port] = process.argv.slice(2)
    const load = (file) => import(join(folder, file))
    const actions = await load('app/actions.ts')
    for (const [name, action] of Object.entries(actions))
      action.$$FORM_ACTION = () => ({ name: 'action:' + name, method: 'POST', encType: 'multipart/form-data', data: null })

    const pageOf = (path) => {
      const [, slug] = /^\\/p\\/([^/]+)$/.exec(path) ?? []
      if (slug) return ['app/p/[slug]/page.tsx', { slug }]
      return [path === '/' ? 'app/page.tsx' : 'app' + path + '/page.tsx', {}]
    }

    async function render(path) {
      const [file, params] = pageOf(path)
      const { default: Page } = await load(file)
      const { default: Layout } = await load('app/layout.tsx')
      return renderToString(await Layout({ children: await Page({ params: Promise.resolve(params) }) }))
    }

    async function act(request) {
      const { headers } = request
      const form = await new Response(await buffer(request), { headers: { 'content-type': headers['content-type'] } }).formData()
      const name = [...form.keys()].find((key) => key.startsWith('action:')).slice('action:'.length)
      await actions[name](form)
    }

    createServer(async (request, response) => {
      const isAction = request.method === 'POST'
      // As Next does.
      request.headers['x-forwarded-for'] ??= request.socket.remoteAddress
      const jar = new Map([...(request.headers.cookie ?? '').matchAll(/([^=; ]+)=([^;]*)/g)].map(([, name, value]) => [name, value]))
      const cookies = {
        get: (name) => (jar.has(name) ? { name, value: jar.get(name) } : undefined),
        set(name, value, { maxAge, path, httpOnly, secure, sameSite }) {
          if (!isAction) throw new Error('Cookies can only be modified in a Server Action or Route Handler.')
          jar.set(name, value)
          response.appendHeader('Set-Cookie', [name + '=' + encodeURIComponent(value), 'Max-Age=' + maxAge, 'Path=' + path,
            httpOnly && 'HttpOnly', secure && 'Secure', 'SameSite=' + sameSite].filter(Boolean).join('; '))
        },
      }
      const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      try {
        const work = () => (isAction ? act(request) : render(request.url))
        const html = await requests.run({ headers, cookies, isAction }, work)
        response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html)
      } catch (error) {
        if (!(error instanceof Leave)) console.error(error)
        const { status = 500, to } = error
        response.writeHead(status, to && { Location: to }).end()
      }
    }).listen(Number(port), '127.0.0.1', () => console.log('ready'))`,
}

/** @param home above the folder of the shop @returns the path of the server, which takes that folder and a port */
export function putModules(home: string): string {
  const folder = join(home, 'node_modules/next')
  mkdirSync(folder, { recursive: true })
  const exports = { './*': './*.js' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'next', type: 'module', exports }))
  for (const [name, code] of Object.entries(modules)) writeFileSync(join(folder, name), code)
  return join(folder, 'serve.mjs')
}
