import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../machine/run-command.ts'
import type { HttpRequest, Load, Loaded } from './load.ts'

/** A Lua string: nothing in it has a meaning. */
const lua = (text: string) => `[=====[${text}]=====]`

const luaTable = (entries: Record<string, string>) =>
  `{${Object.entries(entries).map(([name, value]) => `[ ${lua(name)} ] = ${lua(value)}`)}}`

const luaRequest = ({ method, path, headers = {}, body }: HttpRequest) =>
  `wrk.format(${lua(method)}, ${lua(path)}, merged(${luaTable(headers)}), ${body === undefined ? 'nil' : lua(body)})`

const script = (requests: HttpRequest[], pauseMs: number) => `
local function merged(headers)
  for name, value in pairs(wrk.headers) do headers[name] = value end
  return headers
end
local requests = {}
local index = 0
function init()
  requests = {${requests.map(luaRequest).join(', ')}}
end
function request()
  index = index % #requests + 1
  return requests[index]
end
${pauseMs > 0 ? `function delay() return ${pauseMs} end` : ''}
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"count":%d,"seconds":%f,"p50":%f,"p99":%f,"failed":%d}\\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
`

/** The lightest client that there is: one thread of C. It may pause for so many milliseconds between requests. */
export async function runWrk({ url, requests, connections, seconds }: Load, pauseMs = 0): Promise<Loaded> {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-wrk-'))
  try {
    const file = join(folder, 'requests.lua')
    await writeFile(file, script(requests, pauseMs))
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', file, url]
    const printed = await runCommand('wrk', args, { place: 'client' })
    const result = /^\{.*\}$/m.exec(printed)?.[0]
    // wrk ends well also when it has not understood its script.
    if (result === undefined) throw new Error(`wrk has reported no result: ${printed}`)
    return JSON.parse(result) as Loaded // printed by the script above
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
