import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RichNode, richText } from '../../src/platform/text/rich-text.ts'

const write = (node: RichNode): string => {
  if (typeof node === 'string') return node
  const { tag, children, isLoose, ...attributes } = node
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}=${value}`)
  return `<${tag}${written.join('')}${isLoose ? ' loose' : ''}>${children.map(write).join('')}</${tag}>`
}
const read = (text: string) =>
  richText(text, (path) => `/shop${path}`)
    .map(write)
    .join('|')

describe('text with HTML', () => {
  it.each([
    ['One\ntwo\n\n  \nthree', '<p loose>One\ntwo</p>|<p loose>three</p>'],
    ['5 < 10 & a<b, <me@example.com>', '<p loose>5 < 10 & a<b, <me@example.com></p>'],
    ['Tom &amp; Jerry', '<p loose>Tom & Jerry</p>'],
    ['', ''],
    ['\n <p> </p><p>&nbsp;</p><div><br></div>', ''],
    [
      '<p>Malty, <strong>tippy</strong>.</p>\n<ul><li>Loose',
      '<p>Malty, <strong>tippy</strong>.</p>|<ul><li>Loose</li></ul>',
    ],
    // As WooCommerce writes it: inline markup, and blank lines between paragraphs.
    ['One <b>two</b>\n\nthree <i>four</i>\nfive', '<p loose>One <b>two</b></p>|<p loose>three <i>four</i>\nfive</p>'],
    ['<h4>Care</h4>By hand', '<h4>Care</h4>|<p loose>By hand</p>'],
    ['<div>One<div>two</div></div>three', '<p loose>One</p>|<p loose>two</p>|<p loose>three</p>'],
    ['<p>One<br>two<br><br></p>', '<p>One<br></br>two</p>'],
    ['<ul><li>a<ul><li>b</ul></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
    ['<ul>stray<ul><li>b</ul><li>c</ul>', '<ul><li>stray<ul><li>b</li></ul></li><li>c</li></ul>'],
    ['<li>One<li>two', '<p loose>One</p>|<p loose>two</p>'],
    [
      '<table>stray<tr><th colspan=2>a<td rowspan="999">b</table>',
      '<table><tr><td>stray</td></tr><tr><th colspan=2>a</th><td>b</td></tr></table>',
    ],
    ['<td>cell', '<p loose>cell</p>'],
    ['<span class=x style="color:red">red</span> <font>old</font>', '<p loose>red old</p>'],
    ['<img src=x alt=y>after<iframe src=x></iframe><video>v</video>', '<p loose>afterv</p>'],
    ['<style>p{}</style>a<script>alert(1)</script>b', '<p loose>ab</p>'],
  ])('%j is shown as %j', (text, shown) => {
    expect(read(text)).toBe(shown)
  })

  it.each([
    ['https://example.com/a b', 'https://example.com/a%20b'],
    ['HTTP://example.com', 'http://example.com/'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['tel:+911234', 'tel:+911234'],
    ['/about?x=1#y', '/shop/about?x=1#y'],
    ['javascript:alert(1)', undefined],
    [' java\nscript:alert(1)', undefined],
    ['&#106;avascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['vbscript:x', undefined],
    ['//evil.example', undefined],
    ['/\\evil.example', undefined],
    ['/\t/evil.example', undefined],
    ['\\\\evil.example', undefined],
    ['page.html', undefined],
    ['https://', undefined],
  ])('a link to %j leads to %j', (href, address) => {
    const shown = address === undefined ? '<a>x</a>' : `<a href=${address}>x</a>`
    expect(read(`<a href="${href}" onclick="alert(1)" target=_blank>x</a>`)).toBe(`<p loose>${shown}</p>`)
  })

  it('is never deeper than pages can be made of', () => {
    const depth = (node: RichNode): number =>
      typeof node === 'string' ? 0 : 1 + Math.max(0, ...node.children.map(depth))
    for (const text of ['<ul><li>', '<b>', '<blockquote>', '<table><tr><td>', '<dl>'])
      expect(Math.max(...richText(`${text.repeat(3000)}x`, String).map(depth))).toBeLessThan(25)
  })

  it('keeps every letter that is not in a tag, whatever the tags', () => {
    const tags = [
      'p',
      'b',
      'ul',
      'li',
      'ol',
      'table',
      'tr',
      'td',
      'div',
      'h2',
      'dl',
      'dt',
      'span',
      'a',
      'tbody',
      'section',
    ]
    const part = fc.oneof(
      fc.constantFrom(...tags).map((tag) => `<${tag}>`),
      fc.constantFrom(...tags).map((tag) => `</${tag}>`),
      fc.constantFrom('<br>', '<hr>', '\n\n', ' ', 'x', 'yz'),
    )
    const letters = (text: string) => text.replace(/<[^>]*>/g, '').replace(/[\s|]/g, '')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        expect(letters(read(parts.join('')))).toBe(letters(parts.join('')))
      }),
    )
  })
})
