import { describe, expect, it } from 'vitest'
import { filled, type Replay, slotValues, type Template } from '../../bench/servers/replay.ts'
import { replayOf, type SeenPurchase } from '../../bench/servers/replay-of.ts'
import type { SentStatement, SentValue } from '../../bench/servers/sent-statements.ts'

const STORE = '01a207bd-e4c0-7159-a69c-eea86e221053'
const ORDER = '01a207bd-f23a-71b9-8fe9-21e15a117286'
const EVENT = '01a207bd-f23a-71ba-8d22-301ddf0f481c'
const [first = '', second = '', third = ''] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`)
const productIds = [first, second, third]

const sent = (text: string, ...values: SentValue[]): SentStatement => ({ text, values })
const seen: SeenPurchase = {
  checkout: {
    answer: '{"orderNo":"ORD-MJJVCXTJ7A","providerOrderId":"order_AaIHveTAcVmm","amount":52554}',
    sent: [
      sent('BEGIN'),
      sent('lock', '{"-6089984080122437931","7975428275607397999"}', STORE, '2147483647', null),
      sent('order', ORDER, `[{"orderId":"${ORDER}","productId":"${first}"},{"productId":"${second}","qty":1}]`),
      sent('holder', '{"address:10.200.0.7","phone:9700000007"}', '10x200x0x7', { base64: 'AAE=' }),
      sent('event', EVENT, '2026-11-23T09:30:18.554+00:00', '2026-11-23T09:45:18.554Z', 'ORD-MJJVCXTJ7A'),
      sent('COMMIT'),
    ],
  },
  pay: { answer: '{"id":"pay_42tZ_O3z"}', sent: [sent('pay', 'order_AaIHveTAcVmm', 'pay_42tZ_O3z')] },
  verify: { answer: '{"success":true}', sent: [sent('paid', ORDER, '2026-11-23T09:30:18.587+00:00', STORE)] },
  phone: '9700000007',
  address: '10.200.0.7',
  cart: [first, second],
  providerOrderId: 'order_AaIHveTAcVmm',
  providerPaymentId: 'pay_42tZ_O3z',
}
const replay = replayOf(seen, { storeId: STORE, productIds })

function flow(n: number, { checkout, pay, verify }: Replay = replay) {
  const values = slotValues(replay, n)
  const textOf = (value: Template | { base64: string } | null) => (Array.isArray(value) ? filled(value, values) : value)
  const steps = [checkout, pay, verify]
  const statements = steps.flatMap((step) => step.statements.map((one) => [one.text, ...one.values.map(textOf)]))
  return { statements, answers: steps.map(({ answer }) => filled(answer, values)) }
}

describe('the replay of a purchase', () => {
  it('sends the same statements, and values of its own wherever one of the purchase stood', () => {
    const { statements, answers } = flow(1)
    const [begin, lock = [], order = [], holder = [], event = [], commit, pay = [], paid = []] = statements
    expect([begin, commit]).toEqual([['BEGIN'], ['COMMIT']])
    expect(lock).toEqual(['lock', expect.stringMatching(/^\{"-?\d+","-?\d+"\}$/), STORE, '2147483647', null])
    expect(lock[1]).not.toContain('6089984080122437931')
    const orderId = order[1]
    expect(orderId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
    expect(orderId).not.toBe(ORDER)
    expect(order[2]).toBe(`[{"orderId":"${orderId}","productId":"${second}"},{"productId":"${third}","qty":1}]`)
    expect(holder).toEqual(['holder', '{"address:11.0.0.1","phone:9600000001"}', '10x200x0x7', { base64: 'AAE=' }])
    expect(event[1]).not.toBe(EVENT)
    expect(event[4]).toMatch(/^ORD-[0-9A-Z]{10}$/)
    expect(paid).toEqual(['paid', orderId, expect.any(String), STORE])
    expect(pay[1]).toMatch(/^order_replayed_...$/)
    expect(pay[2]).toMatch(/^pay_.{8}$/)
    expect(answers).toEqual([
      `{"orderNo":"${event[4]}","providerOrderId":"${pay[1]}","amount":52554}`,
      `{"id":"${pay[2]}"}`,
      '{"success":true}',
    ])
  })

  it('keeps times as far apart as they were, from now on', () => {
    const before = Date.now()
    const { statements } = flow(1)
    const [, , , , [, , placedAt, heldTill] = [], , , [, , paidAt] = []] = statements
    expect(placedAt).toMatch(/\+00:00$/)
    expect(heldTill).toMatch(/Z$/)
    expect(Date.parse(String(placedAt))).toBeGreaterThanOrEqual(before)
    expect(Date.parse(String(heldTill)) - Date.parse(String(placedAt))).toBe(15 * 60_000)
    expect(Date.parse(String(paidAt)) - Date.parse(String(placedAt))).toBe(33)
  })

  it('has nothing in common with the next one but the store and what was bought', () => {
    const [one, other] = [flow(1), flow(2)].map(({ statements }) => statements.flat().map(String))
    const common = (one ?? []).filter((value, at) => value === other?.[at] && Number.isNaN(Date.parse(value)))
    const bought = ['2147483647', 'null', '10x200x0x7', '[object Object]']
    const statementTexts = ['BEGIN', 'lock', 'order', 'holder', 'event', 'COMMIT', 'pay', 'paid']
    expect(common.toSorted()).toEqual([...statementTexts, STORE, STORE, ...bought].toSorted())
    expect(other?.join()).toContain(`"productId":"${third}"},{"productId":"${first}"`)
  })
})
