import { readFileSync } from 'node:fs'

interface Described {
  paths: Record<string, Record<string, { responses?: Record<string, unknown> }>>
}

const { paths }: Described = JSON.parse(readFileSync('schema/openapi.json', 'utf8'))
const patterns = Object.entries(paths)
  .map(([path, operations]) => ({
    path,
    operations,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
  }))
  // Of two that match, the one that says more of the path is meant.
  .sort((one, other) => parametersOf(one.path) - parametersOf(other.path))

function parametersOf(path: string): number {
  return path.split('{').length
}

/** Throws for a status that the OpenAPI document does not name for the operation. Other addresses are not looked at. */
export function expectDocumented(method: string, url: string, status: number): void {
  const [path = ''] = url.split('?')
  const found = patterns.find(({ pattern }) => pattern.test(path))
  const responses = found?.operations[method.toLowerCase()]?.responses
  if (responses && !(status in responses))
    throw new Error(`${method} ${found.path} was answered with ${status}, which schema/openapi.json does not name`)
}
