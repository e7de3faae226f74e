import { expect, it } from 'vitest'
import { incompatibilities } from '../scripts/migration-compatibility.ts'

it.each([
  ['CREATE TABLE gifts (store_id uuid NOT NULL, id uuid NOT NULL, PRIMARY KEY (store_id, id))'],
  [
    'CREATE TABLE gifts (code text); CREATE INDEX gifts_code ON gifts (code); ALTER TABLE gifts ALTER code SET NOT NULL',
  ],
  ['ALTER TABLE products ADD COLUMN origin text'],
  ["ALTER TABLE products ADD COLUMN origin text NOT NULL DEFAULT ''"],
  ['ALTER TABLE products ALTER COLUMN origin DROP NOT NULL, ALTER COLUMN origin SET DEFAULT NULL'],
  ['ALTER TABLE products ADD CONSTRAINT short CHECK (length(origin) < 100) NOT VALID'],
  ['ALTER TABLE products VALIDATE CONSTRAINT short'],
  ['CREATE UNIQUE INDEX CONCURRENTLY products_origin ON products (store_id, origin)'],
  ['ALTER TABLE products ADD CONSTRAINT products_origin UNIQUE USING INDEX products_origin'],
  ['DROP INDEX products_origin'],
  ["UPDATE products SET origin = 'Ceylon' WHERE origin = 'Sri Lanka'"],
])('the version before can live with %s', async (sql) => {
  expect(await incompatibilities(sql)).toEqual([])
})

it.each([
  ['DROP TABLE gifts', /drops/],
  ['DROP FUNCTION order_words', /drops/],
  ['ALTER TABLE products DROP COLUMN brand', /drops a column/],
  ['ALTER TABLE products RENAME COLUMN brand TO maker', /renames/],
  ['ALTER TABLE products RENAME TO goods', /renames/],
  ['ALTER TABLE products ADD COLUMN origin text NOT NULL', /without a default/],
  ['ALTER TABLE products ALTER COLUMN brand SET NOT NULL', /without a value/],
  ['ALTER TABLE products ALTER COLUMN stock TYPE bigint', /changes the type/],
  ['CREATE INDEX products_brand ON products (store_id, brand)', /CONCURRENTLY/],
  ["ALTER TABLE products ADD CONSTRAINT named CHECK (brand <> '')", /NOT VALID/],
  ['ALTER TABLE products ADD CONSTRAINT one UNIQUE (store_id, brand)', /USING an index/],
])('the version before cannot live with %s', async (statement, problem) => {
  const sql = `-- Ä comment\nSELECT 1;\n-- Another\n${statement};\nSELECT 2;`
  expect(await incompatibilities(sql)).toEqual([{ statement, problem: expect.stringMatching(problem) }])
})

it('names each of several problems, and leaves out what says why it can be', async () => {
  const sql = `
    ALTER TABLE products DROP COLUMN a, DROP COLUMN b;
-- compatible: nothing has read it since 0.2
    DROP TABLE gifts;
    DROP TABLE tokens;`
  expect((await incompatibilities(sql)).map(({ statement }) => statement)).toEqual([
    'ALTER TABLE products DROP COLUMN a, DROP COLUMN b',
    'ALTER TABLE products DROP COLUMN a, DROP COLUMN b',
    'DROP TABLE tokens',
  ])
})
