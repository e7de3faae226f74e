import { parseDocument } from 'htmlparser2'
import { expect } from 'vitest'

/** A text that a page must show, and that must never become an element, an attribute or the end of a script. */
export const marked = (name: string): string =>
  `${name}</title></script></style></textarea><script>alert('${name}')</script><img src=x onerror="alert(1)">"'><b onclick=a>&amp;`

interface Node {
  type: string
  name?: string
  attribs?: Record<string, string>
  children?: Node[]
}

function* elements(node: Node): Generator<Node> {
  if (node.name && node.type !== 'directive') yield node
  for (const child of node.children ?? []) yield* elements(child)
}

const known = new Set(
  'html head meta title link style script body a header div span search form label input button svg circle path nav ul li main section h1 h2 h3 p img article b strong em table tbody thead tr th td blockquote br hr small s footer ol select option fieldset legend dl dt dd time i dialog textarea details summary noscript address'.split(
    ' ',
  ),
)

/** Nothing of what others have written is markup of the page. */
export function expectHarmless(body: string): void {
  expect(body).not.toContain('<script>')
  const found = [...elements(parseDocument(body) as unknown as Node)] // The types of two versions differ.
  expect(found.length).toBeGreaterThan(8)
  for (const { name = '', attribs = {} } of found) {
    expect([name, known.has(name)]).toEqual([name, true])
    const names = Object.keys(attribs)
    expect(names.filter((attribute) => attribute.startsWith('on') || attribute === 'style')).toEqual([])
    expect(names.filter((attribute) => !/^[a-z-]+$/.test(attribute))).toEqual([])
    if (name === 'script') expect([attribs.type]).toEqual([expect.stringMatching(/^(module|application\/ld\+json)$/)])
  }
}
