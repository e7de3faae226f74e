import { describe, expect, it } from 'vitest'
import { CsvMistakes } from '../../../src/commerce/catalog/import/csv-mistakes.ts'
import type { ProductRow } from '../../../src/commerce/catalog/import/product-rows.ts'
import { readProductRows } from '../../../src/commerce/catalog/import/read-csv.ts'
import { numberFormatOf } from '../../../src/shared/number-format.ts'

/** The file in pieces of a few bytes, so that no character, quote or line end comes whole. */
async function* piecesOf(file: string | Uint8Array, size = 3) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(file: string | Uint8Array): Promise<ProductRow[]> {
  const rows: ProductRow[] = []
  // The header in one piece: what is between its cells is looked up there.
  for await (const row of readProductRows(piecesOf(file, 200), { numbers: numberFormatOf('INR') })) rows.push(row)
  return rows
}

const mistakesOf = (file: string | Uint8Array) =>
  read(file).then(
    () => [],
    (error: unknown) => {
      if (!(error instanceof CsvMistakes)) throw error
      return error.mistakes.map(({ line, message }) => `${line}: ${message}`)
    },
  )

describe('A CSV file', () => {
  it.each([
    ['commas', 'slug,name,price\na,"A, b",1.5\n'],
    ['semicolons', 'slug;name;price\na;"A, b";1.5\n'],
    ['tabs', 'slug\tname\tprice\na\tA, b\t1.5'],
    ['a mark of UTF-8', '\uFEFFslug,name,price\na,"A, b",1.5\n'],
    ['lines as on Windows', 'slug,name,price\r\na,"A, b",1.5\r\n'],
    ['UTF-16, as Excel writes "Unicode Text"', Buffer.from('\uFEFFslug\tname\tprice\r\na\tA, b\t1.5\r\n', 'utf16le')],
    ['empty columns behind and between', 'slug,,name,price,,\na,,"A, b",1.5,,\n'],
    ['more empty cells than the header', 'slug,name,price\na,"A, b",1.5,,\n'],
    ['marks that nobody sees', '\uFEFF\u200Bslug\u200E,name,\u200Fprice\n\u200Ea\u2060,"A, b",\u200F1.5\n'],
    ['names as people write them', ' SLUG ,Name, Price\na,"A, b",1.5\n'],
  ])('may have %s', async (_, file) => {
    expect(await read(file)).toEqual([{ line: 2, options: null, slug: 'a', name: 'A, b', price: 1.5 }])
  })

  it('has no prices that could be two numbers', async () => {
    const readPrice = async (delimiter: string) => (await read(`name${delimiter}price\nKettle${delimiter}1.500\n`))[0]
    const unread = [
      { line: 2, field: 'price', message: 'expected 1500, or a number with at most 2 decimals, found "1.500"' },
    ]
    expect(await readPrice(';')).toMatchObject({ unread })
    expect(await readPrice('\t')).toMatchObject({ unread })
    expect(await readPrice(',')).toMatchObject({ unread })
  })

  it('gives every column its kind', async () => {
    const header =
      'slug,name,description,price,Sale price,category,images,stock,tax-rate,active,display_order,option: Size'
    const row =
      's,N,"two\nlines",10.50,9,C,https://a.example/1|https://a.example/2 https://a.example/3,7,5.5,Yes,-2,250g'
    expect(await read(`${header}\n${row}\n`)).toEqual([
      {
        ...{
          line: 2,
          slug: 's',
          name: 'N',
          description: 'two\nlines',
          price: 10.5,
          salePrice: 9,
          category: 'C',
          stock: 7,
        },
        ...{ taxRate: 5.5, active: true, displayOrder: -2, options: { Size: '250g' } },
        images: ['https://a.example/1', 'https://a.example/2', 'https://a.example/3'],
      },
    ])
  })

  it('leaves what is empty, and clears what is -', async () => {
    expect(await read('slug,name,sale_price,stock,category,active\na-b, ,-,-,-,no\n-,-,,,,\n')).toEqual([
      { line: 2, options: null, slug: 'a-b', salePrice: null, stock: null, category: null, active: false },
      { line: 3, options: null, slug: '-', name: '-' },
    ])
  })

  it('says what to write in place of what it cannot read', async () => {
    const file = 'slug,price,active,name,,option:size\na,"1.500",perhaps,#N/A,x,#REF!\n'
    const reported = (field: string, message: string) => ({ line: 2, field, message })
    expect(await read(file)).toEqual([
      {
        ...{ line: 2, options: null, slug: 'a' },
        unread: [
          reported('price', 'expected 1500, or a number with at most 2 decimals, found "1.500"'),
          reported('active', 'expected yes or no, found "perhaps"'),
          reported('name', 'expected a value, found "#N/A"'),
          reported('', 'expected nothing in column 5, which has no name in the header, found "x"'),
          reported('options', 'expected a value, found "#REF!"'),
        ],
      },
    ])
  })

  it('may say its delimiter in a first line, as for Excel', async () => {
    expect(await read('sep=;\r\nslug;price\r\na;"12,50"\r\n')).toEqual([
      { line: 3, options: null, slug: 'a', price: 12.5 },
    ])
  })

  it.each([
    ['https://x.example/a.jpg, https://x.example/b.jpg', ['a', 'b']],
    ['https://x.example/a.jpg,https://x.example/b.jpg,', ['a', 'b']],
    ['https://x.example/a.jpg; https://x.example/b.jpg | https://x.example/c.jpg', ['a', 'b', 'c']],
    ['https://x.example/a.jpg\nhttps://x.example/b.jpg', ['a', 'b']],
    ['https://x.example/w_300,h_200;q/a.jpg', ['w_300,h_200;q/a']],
  ])('may have several pictures in a cell: %j', async (cell, names) => {
    const urls = names.map((name) => `https://x.example/${name}.jpg`)
    const [row] = await read(`slug,images,media\na,"${cell}","${cell}"\n`)
    expect(row?.images).toEqual(urls)
    expect(row?.media).toEqual(urls.map((url) => ({ url })))
  })

  it('counts lines as editors do', async () => {
    const rows = await read('slug,description\r\n\r\na,"1\r\n2\r\n3"\r\nb,"1\n2"\r\n,\r\n\r\nc,x\r\n')
    expect(rows.map(({ slug, line }) => [slug, line])).toEqual([
      ['a', 3],
      ['b', 6],
      ['c', 10],
    ])
  })

  it('has rows without their last empty cells', async () => {
    const whole = await read('slug,name,price,category,sku\na,A,1,,\nb,B,2,Tea,\nc,C,3,,X\n')
    expect(whole.map(({ line }) => line)).toEqual([2, 3, 4])
    expect(await read('slug,name,price,category,sku\na,A,1\nb,B,2,Tea\nc,C,3,,X\n')).toEqual(whole)
  })

  it.each([
    ['', ['1: expected a header, found an empty file']],
    ['price\n1\n', ['1: expected a column slug, or a column name to make slugs of']],
    [
      'slug,colour,Slug,option:\n',
      [
        expect.stringMatching(/^1: expected one of the columns slug, name, .* or option:NAME, found "colour"$/),
        '1: expected each column once, found "slug" again',
        expect.stringContaining('found "option:"'),
      ],
    ],
    ['slug,option:size,Option: Size\n', ['1: expected each column once, found "option:size" again']],
    ['slug,name\na,"b\nc,d\n', [expect.stringMatching(/expected a double quote that closes the cell/)]],
    [`slug${','.repeat(2_000)}\n`, ['1: expected at most 2000 columns, found 2001']],
    [
      `slug,${'a'.repeat(301)}\n`,
      [`1: expected names of columns of at most 300 characters, found one of 301: "${'a'.repeat(60)}"`],
    ],
    [`slug,name\na,"${'x\n'.repeat(600_000)}`, [expect.stringMatching(/at most 1000000 characters/)]],
    [Buffer.from('slug,name\na,caf\xe9,\n', 'latin1'), [expect.stringMatching(/expected text in UTF-8.*CSV UTF-8/)]],
  ])('is refused: %#', async (file, mistakes) => {
    expect(await mistakesOf(file)).toEqual(mistakes)
  })

  it.each([
    ['.xlsx', Buffer.from('504b0304140006', 'hex')],
    ['.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ])('is no workbook: %s is answered with what to do', async (_, file) => {
    expect(await mistakesOf(file)).toEqual([
      '1: expected a CSV file, found a workbook, such as .xlsx, or another archive: in Excel choose File > Save As > "CSV UTF-8 (Comma delimited)", in other programs CSV with the character set UTF-8, and import that file',
    ])
  })

  it.each([
    'ID,Typ,Artikelnummer,Name,Veröffentlicht,"Sichtbarkeit im Katalog",Gewicht (kg),Länge (cm),"Regulärer Preis"',
    'ID,Type,UGS,Nom,Publié,"Visibilité dans le catalogue","Poids (kg)","Longueur (cm)","Tarif régulier"',
    'ID,Typ,Artikelnummer,Name,"Regulärer Preis"',
    'ID,Tipo,SKU,Nombre,Publicado,"Precio normal"',
  ])('is told to be exported in English when WooCommerce has translated it: %s', async (header) => {
    expect(await mistakesOf(`${header}\n`)).toEqual([
      '1: expected English names of columns, found an export of WooCommerce in another language: in WordPress choose English under Users > Profile > Language, export once more, and import that file',
    ])
  })

  it('has no codes that a spreadsheet has shortened', async () => {
    const message =
      'expected all its digits: a spreadsheet has shortened it. Format the column as text, enter it again, and save the file, found "8.90123E+12"'
    const rows = await read("slug,sku,barcode\na,8.90123E+12,8.90123E+12\nb,12E5,'8901234567894\n")
    expect(rows.map(({ unread }) => unread?.map(({ field }) => field))).toEqual([['sku', 'barcode'], undefined])
    expect(rows[0]?.unread?.[0]?.message).toBe(message)
    const shopify =
      'Handle,Title,Option1 Value,Variant Price,Variant SKU,Variant Barcode\na,A,Default Title,1,A,8.90123E+12\n'
    expect((await read(shopify))[0]?.unread).toEqual([{ line: 2, field: 'barcode', message }])
    const woo = 'Type,Name,Visibility in catalog,Regular price,SKU\nsimple,A,visible,1,"8,90123E+12"\n'
    expect((await read(woo))[0]?.unread).toMatchObject([{ line: 2, field: 'sku' }])
  })

  it('reads on behind a broken row, which is a mistake of the product that it names', async () => {
    const rows = await read('slug,name,price\na,A,1\na,5" cup,2\nb,"x"y,3\nc,"d"e",4\nd,e,5,6\ne,E,7\n')
    expect(
      rows.map(({ slug, line, isBroken, unread }) => [line, slug, isBroken ?? false, unread?.[0]?.message]),
    ).toEqual([
      [2, 'a', false, undefined],
      [3, 'a', true, expect.stringMatching(/^expected a double quote only around a whole cell/)],
      [4, 'b', true, expect.stringMatching(/^expected a delimiter behind a closing double quote/)],
      [5, 'c', true, expect.stringMatching(/^expected a delimiter behind a closing double quote/)],
      [6, 'd', true, expect.stringMatching(/^expected 3 cells as in the header, found 4/)],
      [7, 'e', false, undefined],
    ])
  })

  it('says which lines a quote that is not closed has made one row of', async () => {
    const rows = await read('slug,name,price\na,"A,1\nb,B,2\nc,"C",3\nd,D,4\n')
    const [broken] = rows
    expect(rows.map(({ slug }) => slug)).toEqual(['a', 'd'])
    expect(broken?.unread).toEqual([
      {
        line: 2,
        field: '',
        message: expect.stringMatching(/a quote within a cell is doubled \(""\)\. Lines 2 to 4 were read as one row$/),
      },
    ])
  })

  it.each([
    ['price', `1${'a'.repeat(900_000)}!`],
    ['tax_rate', `1${' '.repeat(900_000)}x`],
    ['images', `h${','.repeat(900_000)}x`],
    ['description', "'".repeat(900_000)],
    ['options', Array.from({ length: 80_000 }, (_, at) => `o${at}: b`).join(' | ')],
  ])('is read at once however long a cell is: %s', async (column, cell) => {
    const start = performance.now()
    expect(await read(`slug,${column}\na,"${cell}"\n`)).toHaveLength(1)
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  it('is read in pieces of any size', async () => {
    const rows: ProductRow[] = []
    const file = 'slug,name,description\na,चाय,"x\r\ny"\nb,🍵,z\n'
    const [first, rest] = [file.slice(0, 22), file.slice(22)]
    async function* pieces() {
      yield Buffer.from(first)
      yield* piecesOf(rest, 1)
    }
    for await (const row of readProductRows(pieces(), { numbers: numberFormatOf('INR') })) rows.push(row)
    expect(rows.map(({ name, description }) => [name, description])).toEqual([
      ['चाय', 'x\ny'],
      ['🍵', 'z'],
    ])
  })
})
