import type { ComponentChildren, VNode } from 'preact'
import { type RichElement, type RichNode, richText } from '../../../platform/text/rich-text.ts'
import { useShop } from '../http/shop-view.ts'

/** The owner's text. Only what `richText` knows becomes an element, with no other attributes than here. */
export function Description({ text }: { text: string }) {
  const shop = useShop()
  const nodes = richText(text, (path) => shop.at(path))
  if (nodes.length === 0) return null
  const headings = headingsOf(nodes)
  return <div class="prose">{nodes.map((node) => shown(node, headings))}</div>
}

type Headings = ReadonlyMap<string, 'h2' | 'h3' | 'h4'>

/** Levels of the page, which has its own `h1`, without gaps. */
function headingsOf(nodes: readonly RichNode[]): Headings {
  const used = new Set<string>()
  const collect = (list: readonly RichNode[]) => {
    for (const node of list) {
      if (typeof node === 'string') continue
      if (/^h[1-6]$/.test(node.tag)) used.add(node.tag)
      collect(node.children)
    }
  }
  collect(nodes)
  return new Map([...used].sort().map((tag, index) => [tag, (['h2', 'h3'] as const)[index] ?? 'h4']))
}

const withDirection = new Set(['p', 'ul', 'ol', 'dl', 'blockquote', 'pre', 'div', 'caption', 'th', 'td'])

function shown(node: RichNode, headings: Headings): ComponentChildren {
  if (typeof node === 'string') return node
  const children = node.children.map((child) => shown(child, headings))
  return elementOf(node, headings, children)
}

function elementOf(node: RichElement, headings: Headings, children: ComponentChildren[]): VNode {
  const { tag, href, colspan, rowspan, isLoose } = node
  if (tag === 'a') return href === undefined ? <span>{children}</span> : <Link href={href}>{children}</Link>
  if (tag === 'table')
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls a wide table with the keyboard
      <section class="wide-table" aria-label="Table" tabIndex={0}>
        <table>{children}</table>
      </section>
    )
  const heading = headings.get(tag)
  // `richText` returns elements of a closed list.
  const Tag = (heading ?? tag) as 'p'
  const attributes = {
    ...((heading || withDirection.has(tag)) && { dir: 'auto' as const }),
    ...(isLoose && { class: 'loose' }),
    ...(colspan && { colspan }),
    ...(rowspan && { rowspan }),
  }
  return <Tag {...attributes}>{children.length > 0 ? children : undefined}</Tag>
}

const Link = ({ href, children }: { href: string; children: ComponentChildren }) => (
  <a href={href} rel={href.startsWith('/') ? undefined : 'nofollow noopener'}>
    {children}
  </a>
)
