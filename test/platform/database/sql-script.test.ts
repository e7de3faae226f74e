import { expect, test } from 'vitest'
import { statementsOf } from '../../../src/platform/database/migrate/sql-script.ts'

test.each([
  ['SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
  ['SELECT 1;', ['SELECT 1']],
  ['SELECT \'a;b\'; SELECT "c;d"', ["SELECT 'a;b'", 'SELECT "c;d"']],
  ["SELECT 'it''s;'; SELECT 1", ["SELECT 'it''s;'", 'SELECT 1']],
  ["SELECT E'a\\';b'; SELECT 1", ["SELECT E'a\\';b'", 'SELECT 1']],
  ['DO $$ BEGIN; END $$; SELECT 1', ['DO $$ BEGIN; END $$', 'SELECT 1']],
  ['DO $body$ SELECT $$;$$; $body$; SELECT 1', ['DO $body$ SELECT $$;$$; $body$', 'SELECT 1']],
  ['-- one; or two\nSELECT 1; -- the end;', ['-- one; or two\nSELECT 1']],
  ['/* ; */ SELECT 1 / 2 - 1; /* ; */', ['/* ; */ SELECT 1 / 2 - 1']],
  ['', []],
])('the statements of %s', (script, statements) => {
  expect(statementsOf(script)).toEqual(statements)
})
