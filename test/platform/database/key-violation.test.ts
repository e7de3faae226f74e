import { expect, it } from 'vitest'
import { isUniqueViolation } from '../../../src/platform/database/errors/key-violation.ts'

const reported = (fields: object) => Object.assign(new Error('x'), { severity: 'ERROR', code: '23505', ...fields })
const message =
  'duplicate key value violates unique constraint "payments_store_id_provider_provider_payment_id_key_102107"'

it.each([
  ['PostgreSQL, which names the key', { constraint: 'payments_store_id_provider_provider_payment_id_key' }],
  ['Citus of a worker’s INSERT, where only the message names it', { message }],
  ['Citus of its own COPY, without a code', { message, code: 'XX000' }],
])('a key that is there already is recognised as it is reported by %s', (_, fields) => {
  const error = reported(fields)
  expect(isUniqueViolation(error, 'provider_payment_id')).toBe(true)
  expect(isUniqueViolation(error, 'order_no')).toBe(false)
})
