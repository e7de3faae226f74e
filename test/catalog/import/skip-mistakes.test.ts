import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { type Owner, ownerOf } from '../../support/owner.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

let store: Store
let owner: Owner

const shop = await forAllTests(openShop({ limitsOff: true }))

async function send(file: string, query = '') {
  const { payload } = await shop.app.inject({
    method: 'POST',
    url: `/api/sites/${store.subdomain}/owner/import/products.csv${query}`,
    headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'text/csv' },
    payload: file,
  })
  return JSON.parse(payload)
}

const slugs = async (): Promise<string[]> =>
  (await owner.ask('{ products(first: 100) { nodes { slug } } }')).products.nodes.map(({ slug }: any) => slug).sort()

const pictures = Array.from({ length: 260 }, (_, at) => `https://cdn.example/${at}.jpg`).join(' ')
const long = 'x'.repeat(65_536)
const FILE = `slug,name,price,description,images,option:size,sku
assam,Assam,499,${long},,,
assam,,250,,,100g,A-100
mint,Mint,180,,${pictures},,
cup,Cup,x,,,,
cup,,5,,,L,
tin,5" tin,9,,,,
pot,Pot,30,,,,A-100
jar,Jar,4,,,,
,,7,,,,
`

describe('an import that leaves out products with mistakes', () => {
  beforeEach(async () => {
    store = await shop.addStore()
    owner = await ownerOf(shop, store)
  })

  it('stores the others, and lists these with lines and reasons', async () => {
    expect(await send(FILE)).toMatchObject({
      imported: false,
      added: [],
      refused: [4, 5, 7, 8, 10],
      refused_file: null,
    })
    expect(await slugs()).toEqual([])
    const tried = await send(FILE, '?skip_mistakes=true&dry_run=true')
    expect(tried).toMatchObject({ imported: false, added: [2, 9], refused: [4, 5, 7, 8, 10] })
    expect(await slugs()).toEqual([])

    const report = await send(FILE, '?skip_mistakes=true')
    expect(report).toMatchObject({ imported: true, rows: 9, added: [2, 9], refused: [4, 5, 7, 8, 10] })
    expect(report.mistakes.map(({ line, column }: any) => [line, column])).toEqual([
      ...[
        [4, 'images'],
        [5, 'price'],
        [7, ''],
        [8, 'sku'],
        [10, 'name'],
      ],
    ])
    expect(await slugs()).toEqual(['assam', 'jar'])
    const { product } = await owner.ask('{ product(slug: "assam") { description variants { sku } } }')
    expect(product).toEqual({ description: long, variants: [{ sku: 'A-100' }] })
    expect(await send(FILE, '?skip_mistakes=true')).toMatchObject({ added: [], changed: [], unchanged: [2, 9] })
  })

  it('gives their rows as a file that can be corrected and imported', async () => {
    const { refused_file: refused } = await send(FILE, '?skip_mistakes=true&refused_file=true')
    const lines = refused.split('\n')
    expect(lines[0]).toBe('\uFEFFslug,name,price,description,images,option:size,sku,refused_because')
    expect(lines.slice(1).map((line: string) => line.slice(0, 4))).toEqual([
      'mint',
      'cup,',
      'cup,',
      'tin,',
      'pot,',
      ',,7,',
      '',
    ])
    expect(lines[2]).toBe('cup,Cup,x,,,,,"price: expected a number such as 1234.50, found ""x"""')
    expect(lines[3]).toBe('cup,,5,,,L,,')
    expect(lines[4]).toMatch(/^tin,"5"" tin",9,,,,,"expected a double quote only around a whole cell/)

    const corrected = refused
      .replace(pictures, '')
      .replace('Cup,x', 'Cup,6')
      .replace('A-100', 'A-101')
      .replace(',,7,', ',Lid,7,')
    const again = await send(corrected, '?refused_file=true')
    expect(again).toMatchObject({ imported: true, mistakes: [], added: [2, 3, 5, 6, 7], refused_file: null })
    expect(await slugs()).toEqual(['assam', 'cup', 'jar', 'lid', 'mint', 'pot', 'tin'])
    expect(await owner.ask('{ product(slug: "tin") { name } }')).toEqual({ product: { name: '5" tin' } })

    const wrong = await send(refused, '?refused_file=true')
    expect(wrong.refused_file.split('\n')[0]).toBe(lines[0])
  })

  it('stores nothing when all have mistakes, or the file cannot be read to its end', async () => {
    expect(await send('slug,name,price\na,A,x\n', '?skip_mistakes=true')).toMatchObject({
      imported: false,
      refused: [2],
    })
    const open = await send('slug,name,price\na,A,1\nb,"B,2\n', '?skip_mistakes=true')
    expect(open).toMatchObject({ imported: false, mistakes: [{ message: expect.stringContaining('closes the cell') }] })
    expect(await slugs()).toEqual([])
  })

  it('refuses a product of Shopify with all its rows, those of pictures as well', async () => {
    const file = `Handle,Title,Option1 Name,Option1 Value,Variant Price,Image Src
assam,Assam,Size,100g,9,https://cdn.example/a.jpg
assam,,,250g,free,https://cdn.example/b.jpg
assam,,,,,https://cdn.example/c.jpg
cup,Cup,Title,Default Title,5,
jar,Jar,Title,"Default" Title,5,
`
    const report = await send(file, '?skip_mistakes=true&refused_file=true')
    expect(report).toMatchObject({ imported: true, added: [5], refused: [2, 6] })
    expect(report.refused_file.split('\n').slice(1)).toEqual([
      'assam,Assam,Size,100g,9,https://cdn.example/a.jpg,',
      'assam,,,250g,free,https://cdn.example/b.jpg,"price: expected a number such as 1234.50, found ""free"""',
      'assam,,,,,https://cdn.example/c.jpg,',
      expect.stringMatching(/^jar,Jar,Title,.*expected a delimiter behind/),
      '',
    ])
    const corrected = report.refused_file.replace('free', '19').replace(/jar.*\n/, '')
    expect(await send(corrected)).toMatchObject({ imported: true, added: [2], left_out: null })
    const { product } = await owner.ask('{ product(slug: "assam") { images variants { price } } }')
    expect(product).toMatchObject({ images: { length: 3 }, variants: [{ price: 9 }, { price: 19 }] })
  })

  it('refuses a product whose SKU one that is left out would have given up', async () => {
    await send('slug,name,price,sku\na,A,1,X\nb,B,1,Y\n')
    const report = await send('slug,name,price,sku\na,A,x,Z\nb,B,2,X\nc,C,3,\n', '?skip_mistakes=true')
    expect(report).toMatchObject({ imported: true, added: [4], refused: [2, 3] })
    expect(report.mistakes).toMatchObject([{ line: 2 }, { line: 3, column: 'sku' }])
  })

  it('is the same as a mutation', async () => {
    const rows = '[{ slug: "a", name: "A", price: 1 }, { slug: "b", name: "B", price: -1 }]'
    const fields = 'imported added refused mistakes { row field }'
    const ask = async (argument: string) =>
      (await owner.ask(`mutation { importProducts(rows: ${rows}${argument}) { ${fields} } }`)).importProducts
    const mistakes = [{ row: 2, field: 'price' }]
    expect(await ask('')).toEqual({ imported: false, added: [], refused: [2], mistakes })
    expect(await ask(', skipMistakes: true')).toEqual({ imported: true, added: [1], refused: [2], mistakes })
    expect(await slugs()).toEqual(['a'])
  })
})
