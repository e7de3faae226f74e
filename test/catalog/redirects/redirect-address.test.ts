import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSource, readTarget, sourcesAt } from '../../../src/commerce/catalog/redirects/redirect-address.ts'

const source = (given: string) => readSource(given, 'demo')
const target = (given: string) => readTarget(given, 'demo')

describe('where a redirect begins', () => {
  it.each([
    ['/products/assam', '/products/assam'],
    ['  /products/assam/  ', '/products/assam'],
    ['/products/assam//', '/products/assam'],
    ['/Products/Assam', '/Products/Assam'],
    ['https://old.example.com/products/assam', '/products/assam'],
    ['https://old.example.com/products/assam?id=5', '/products/assam?id=5'],
    ['/shop/demo/p/assam', '/p/assam'],
    ['/shop/demon/p/assam', '/shop/demon/p/assam'],
    ['/caf%C3%A9/%E0%A4%9A%E0%A4%BE%E0%A4%AF', '/café/चाय'],
    ['/a%20b', '/a b'],
    ['/a%2Fb', '/a/b'],
    ['/100%25 cotton', '/100%25 cotton'],
    ['/100% cotton', '/100%25 cotton'],
    ['/what%3F', '/what%3F'],
    ['/a%253Fb', '/a%253Fb'],
    ['/index.php?id=5&x=a b', '/index.php?id=5&x=a%20b'],
    ['/index.php?', '/index.php'],
    ['/a\\b', '/a\\b'],
  ])('is read from %j as %j', (given, expected) => {
    expect(source(given)).toEqual({ source: expected, path: expected.replace(/\?.*/, '') })
  })

  it.each([
    ['', 'a path that begins with one /, such as /products/assam'],
    ['products/assam', 'a path that begins with one /, such as /products/assam'],
    ['//evil.example/x', 'a path that begins with one /, such as /products/assam'],
    ['/\\evil.example', 'a path that begins with one /, such as /products/assam'],
    ['ftp://old.example.com/x', 'a path that begins with one /, such as /products/assam'],
    ['https://old.example.com', 'a path that begins with one /, such as /products/assam'],
    ['/', 'another path than that of the home page, which is always found'],
    ['/?product=5', 'another path than that of the home page, which is always found'],
    ['/shop/demo', 'another path than that of the home page, which is always found'],
    ['/a#b', 'a path without #: browsers do not send what follows it'],
    ['/a\nb', 'a path without control characters'],
    ['/a%0Ab', 'a path without control characters'],
    ['/a%00', 'a path without control characters'],
    [`/${'x'.repeat(500)}`, 'at most 500 characters'],
  ])('is not %j', (given, expected) => {
    expect(source(given)).toEqual({ expected })
  })

  it('may have 500 characters of any script', () => {
    expect(source(`/${'च'.repeat(499)}`)).toHaveProperty('source')
    expect(source(`/${encodeURIComponent('च'.repeat(499))}`)).toHaveProperty('source')
  })

  it('is what a visitor’s browser sends, and is shown so that it can be given again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (text) => {
        const path = `/${encodeURIComponent(text)}`
        const read = source(path)
        if ('expected' in read) return
        expect(sourcesAt(path)).toContain(read.source)
        expect(source(read.source)).toEqual(read)
      }),
    )
  })
})

describe('where a redirect leads', () => {
  it.each([
    ['/p/assam', '/p/assam', 'assam'],
    ['/p/assam/', '/p/assam', 'assam'],
    ['/shop/demo/p/assam', '/p/assam', 'assam'],
    ['/p/assam?variant=x', '/p/assam?variant=x', null],
    ['/p/assam#reviews', '/p/assam#reviews', null],
    ['/c/Black tea', '/c/Black%20tea', null],
    ['/c/चाय', '/c/%E0%A4%9A%E0%A4%BE%E0%A4%AF', null],
    ['/search?q=tea', '/search?q=tea', null],
    ['/', '/', null],
    ['/a/../b', '/b', null],
    ['/../../other/p/x', '/other/p/x', null],
    ['/%2e%2e/other', '/other', null],
    ['/shop/demo/../other', '/other', null],
  ])('is read from %j as %j', (given, expected, slug) => {
    expect(target(given)).toMatchObject({ target: expected, slug })
  })

  const HERE = 'a path of this shop, which begins with one /, such as /p/assam'
  const PLAIN = 'a path without \\ and control characters'
  it.each([
    ['https://evil.example/', HERE],
    ['javascript:alert(1)', HERE],
    ['p/assam', HERE],
    ['//evil.example', HERE],
    ['///evil.example', HERE],
    ['/\\evil.example', HERE],
    ['\\\\evil.example', HERE],
    ['/a\\b', PLAIN],
    ['/%5Cevil.example', PLAIN],
    ['/%5cevil.example', PLAIN],
    ['/%2Fevil.example', HERE],
    ['/%2f%2fevil.example', HERE],
    ['/.//evil.example', HERE],
    ['/..//evil.example', HERE],
    ['/shop/demo//evil.example/..//', null],
    ['/shop/demo/..//evil.example', HERE],
    ['/a/..//evil.example', HERE],
    ['/%2e%2e//evil.example', HERE],
    ['/\t/evil.example', PLAIN],
    ['/\n/evil.example', PLAIN],
    ['/a%0D%0ASet-Cookie:x', PLAIN],
    [`/${'x'.repeat(500)}`, 'at most 500 characters'],
  ])('never leaves the shop: %j', (given, expected) => {
    if (expected !== null) expect(target(given)).toEqual({ expected })
    const read = target(given)
    if ('target' in read) expect(new URL(read.target, 'https://shop.example').origin).toBe('https://shop.example')
  })

  it('stays at its host, below its shop, whatever is typed', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '%2F',
      'evil.example',
      '@',
      ':',
      '?',
      '#',
      '\t',
      'a',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const read = target(`/${pieces.join('')}`)
        if ('expected' in read) return
        for (const prefix of ['', '/shop/demo']) {
          const { origin, pathname } = new URL(prefix + read.target, 'https://shop.example')
          expect(origin).toBe('https://shop.example')
          expect(pathname.startsWith(`${prefix}/`) && !pathname.startsWith('//')).toBe(true)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('what may lead on from an address', () => {
  it.each([
    ['/old', ['/old']],
    ['/old?id=5', ['/old?id=5', '/old']],
    ['/old?', ['/old']],
    [
      '/collections/tea/products/assam?x=1',
      ['/collections/tea/products/assam?x=1', '/collections/tea/products/assam', '/products/assam'],
    ],
    [`/${'x'.repeat(600)}`, []],
    ['/%00', []],
    ['', []],
  ])('%j', (url, expected) => {
    expect(sourcesAt(url)).toEqual(expected)
  })
})
