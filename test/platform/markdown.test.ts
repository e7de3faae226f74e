import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { plainMarkdown, renderMarkdown } from '../../src/platform/text/markdown.ts'

const options = {
  linkTo: (path: string) => `/shop/demo${path}`,
  pictureAt: (address: string) => (address.startsWith('/media/demo/') ? { src: address, width: 4, height: 3 } : null),
}
const html = (markdown: string) => renderMarkdown(markdown, options).trim()

const allowed: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    'p h2 h3 h4 ul li strong em table thead tbody tr th td hr br'.split(' ').map((tag) => [tag, []]),
  ),
  ol: ['start'],
  a: ['href', 'rel'],
  img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading'],
}

/** Elements and attributes that may not be there. */
function strangersIn(text: string): string[] {
  const strangers: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      for (const attribute of Object.keys(attributes))
        if (!allowed[name]?.includes(attribute)) strangers.push(`${name} ${attribute}`)
      if (!allowed[name]) strangers.push(name)
      const { href = '', src = '' } = attributes
      if (name === 'a' && !/^(https?:\/\/|mailto:|tel:|\/shop\/demo\/(?![/\\]))/.test(href)) strangers.push(href)
      if (name === 'img' && !src.startsWith('/media/demo/')) strangers.push(src)
    },
    oncomment: () => strangers.push('comment'),
    onprocessinginstruction: () => strangers.push('instruction'),
  })
  parser.end(text)
  return strangers
}

describe('Markdown', () => {
  it('becomes paragraphs, headings of levels 2 to 4, lists, emphasis, tables and rules', () => {
    expect(html('# One\n\n### Two\n\n#### Three\n\n##### Four')).toBe(
      '<h2>One</h2>\n<h3>Two</h3>\n<h4>Three</h4>\n<h4>Four</h4>',
    )
    expect(html('**a** *b*\n\n---\n\n3. c\n4. d')).toBe(
      '<p><strong>a</strong> <em>b</em></p>\n<hr />\n<ol start="3">\n<li>c</li>\n<li>d</li>\n</ol>',
    )
    expect(html('|a|b|\n|:-:|-|\n|1|2|')).toMatch(/^<table>\n<thead>\n<tr>\n<th>a<\/th>[\s\S]*<td>2<\/td>/)
  })

  it('has no quotations and no code: an indented line is a line', () => {
    expect(html('    a\n\n> b\n\n`c`')).toBe('<p>a</p>\n<p>&gt; b</p>\n<p>`c`</p>')
  })

  it.each([
    ['[a](https://b.example/?c=d&e)', '<a href="https://b.example/?c=d&amp;e" rel="nofollow noopener">a</a>'],
    ['[a](mailto:b@c.example)', '<a href="mailto:b@c.example">a</a>'],
    ['[a](tel:+911234567890)', '<a href="tel:+911234567890">a</a>'],
    ['[a](/contact#b "title")', '<a href="/shop/demo/contact#b">a</a>'],
    ['<https://b.example>', '<a href="https://b.example/" rel="nofollow noopener">https://b.example</a>'],
    [
      '![A "tin"](/media/demo/1)',
      '<img src="/media/demo/1" alt="A &quot;tin&quot;" width="4" height="3" loading="lazy">',
    ],
    ['![A tin](https://b.example/c.png)', 'A tin'],
    ['![A tin](/media/other/1)', 'A tin'],
  ])('links and shows what may be: %s', (markdown, expected) => {
    expect(html(markdown)).toBe(`<p>${expected}</p>`)
  })

  it.each([
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java&#115;cript:alert(1)', 'vbscript:x', 'data:text/html,x'],
    ...['file:///etc/passwd', 'blob:x', 'ftp://a.example', '//evil.example', '/\\evil.example', '\\\\evil.example'],
    ...['/\t/evil.example', '&#x6A;avascript:alert(1)', 'intent://x', 'view-source:x', 'ws://x', 'about:blank', 'page'],
    ...['#anchor', '?query', 'http:evil.example', 'https:/evil.example', 'javascript&colon;alert(1)', '%6aavascript:x'],
  ])('leaves a link to %s as text', (address) => {
    for (const markdown of [
      `[a](${address})`,
      `[a](<${address}>)`,
      `<${address}>`,
      `[a]\n\n[a]: ${address}`,
      `![a](${address})`,
    ])
      expect(html(markdown)).not.toMatch(/<(a|img) /)
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '[a](https://b.example/"onmouseover="alert(1))',
    '![a"onerror="alert(1)](/media/demo/1"onerror="alert(1))',
    '<!-- a --> <?php ?> <![CDATA[x]]>',
    '[<script>]: https://b.example\n\n[<script>]',
    '`<b>`\n\n```html"onload="x\n<b>\n```',
    '|<b>|\n|-|\n|<script>|',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ])('lets nothing through: %s', (markdown) => {
    expect(strangersIn(html(markdown))).toEqual([])
    expect(html(markdown)).not.toMatch(/<(script|svg|b)\b/)
  })

  it('makes of any text only what it may', () => {
    const bits =
      '<script>|<img src=x|onerror=|"|\'|>|](|[a|![a|**|_|# |\n\n|- |1. |`|\\|javascript:|/media/demo/1|&#106;|//|a|<!--|--|||\n|-|'
    const text = fc.array(fc.oneof(fc.constantFrom(...bits.split('|'), '|'), fc.string({ maxLength: 4 })), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(text, (parts) => void expect(strangersIn(html(parts.join('')))).toEqual([])),
      { numRuns: 500 },
    )
  })

  it.each([
    '[',
    '*',
    '**a',
    '![',
    '`',
    '<',
    '> ',
    '- ',
    '1. ',
    '|',
    'a|b\n-|-\n',
    '_a ',
    '[a](',
    '[a][',
    '[]: ',
    '&',
    'a*b_',
    '- a\n ',
  ])('reads 50,000 characters of %j in a moment', (part) => {
    const startedAt = performance.now()
    expect(strangersIn(html(part.repeat(50_000 / part.length)))).toEqual([])
    expect(performance.now() - startedAt).toBeLessThan(8_000)
  })

  it('is plain in one line', () => {
    expect(plainMarkdown('# A\n\nb **c**\n[d](/e) <f>\n\n- g')).toBe('A b c d <f> g')
  })
})
