import { expect, it } from 'vitest'
import { totpCode, totpStep } from '../../src/platform/secrets/totp.ts'

/** The key of RFC 6238, appendix B, in base32. Its codes have eight digits, of which these are the last six. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const STEP_MS = 30_000

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at %d s is %s', (seconds, code) => {
  const step = Math.floor(seconds / 30)
  expect(totpCode(SECRET, step)).toBe(code)
  expect(totpStep(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)}`, new Date(seconds * 1000))).toBe(step)
})

it('is taken one step early and late, and as that step’s', () => {
  const now = new Date(1_000 * STEP_MS)
  const steps = [998, 999, 1_000, 1_001, 1_002].map((step) => totpStep(SECRET, totpCode(SECRET, step), now))
  expect(steps).toEqual([null, 999, 1_000, 1_001, null])
})

it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%j is no code', (typed) => {
  expect(totpStep(SECRET, typed, new Date(0))).toBeNull()
})
