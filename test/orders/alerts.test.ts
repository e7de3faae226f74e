import { describe, expect, it } from 'vitest'
import { type Alert, reworded } from '../../src/commerce/orders/attention/alert.ts'
import { alertsOf, asColumns, withAlerts, withoutResolved } from '../../src/commerce/orders/attention/alerts.ts'

const money = { amount: '20000', currency: 'INR' }
const twice = (providerPaymentId: string): Alert => ({ kind: 'paid_twice', providerPaymentId })
const failed: Alert = { kind: 'refund_failed', refundId: 'r1', why: 'no\nmoney', ...money }
const lost = (refundId: string): Alert => ({ kind: 'refund_lost', refundId, why: 'gone', ...money })
const authorized: Alert = { kind: 'only_authorized', providerPaymentId: 'pay_1', ...money }
const dispute = (disputeId: string): Alert => ({
  kind: 'dispute',
  disputeId,
  state: 'created',
  reason: null,
  since: '2026-03-04',
  respondBy: null,
  ...money,
})
const noted: Alert = { kind: 'text', text: 'Look.' }
const stock: Alert = { kind: 'out_of_stock', products: ['Tea', 'Cup'] }

describe('the alerts of an order', () => {
  it('are stored as data and in words, and come back as they were', () => {
    const columns = asColumns([stock, { kind: 'points_missing', missing: 3, used: 5 }])
    expect(columns.needsAttention).toBe(
      'Paid when there was not enough in stock of: Tea, Cup. 3 of 5 redeemed points were no longer there.',
    )
    expect(alertsOf(JSON.parse(JSON.stringify(columns)))).toEqual(columns.alerts)
    expect(asColumns([])).toEqual({ alerts: [], needsAttention: null })
  })

  it.each([
    ['has written words alone', [], 'Refund it.'],
    ['has added words', [noted], 'Look. Refund it.'],
    ['has removed words', [noted, stock], 'Look.'],
  ])('are the words, where an earlier version %s', (_, alerts, needsAttention) => {
    expect(alertsOf({ alerts, needsAttention })).toEqual([{ kind: 'text', text: needsAttention }])
    expect(withAlerts({ alerts, needsAttention }, twice('pay_2')).needsAttention).toBe(
      `${needsAttention} Paid a second time (pay_2): refund the buyer.`,
    )
  })

  it('are none, where an earlier version has resolved them', () => {
    expect(alertsOf({ alerts: [noted], needsAttention: null })).toEqual([])
  })

  it.each<[string, Parameters<typeof withoutResolved>[1], Alert[]]>([
    ['the whole price has gone back', { isWhole: true }, [twice('a'), authorized, dispute('d1'), noted, stock]],
    [
      'a second payment has gone back',
      { extraPayment: 'a' },
      [failed, lost('r2'), authorized, dispute('d1'), noted, stock],
    ],
    ['a refund is found again', { found: { id: 'r2' } }, [failed, twice('a'), authorized, dispute('d1'), noted, stock]],
    ['a payment is captured', { captured: 'pay_1' }, [failed, lost('r2'), twice('a'), dispute('d1'), noted, stock]],
    ['a dispute is over', { dispute: 'd1' }, [failed, lost('r2'), twice('a'), authorized, noted, stock]],
    [
      'something happens to another',
      { extraPayment: 'b', found: { id: 'r1' }, captured: 'pay_2', dispute: 'd2' },
      [failed, lost('r2'), twice('a'), authorized, dispute('d1'), noted, stock],
    ],
  ])('go once %s, and only those', (_, met, rest) => {
    const all = [failed, lost('r2'), twice('a'), authorized, dispute('d1'), noted, stock]
    expect(withoutResolved(asColumns(all), met)).toEqual(asColumns(rest))
  })

  it('lose what they quote of a person, and stay alerts', () => {
    const change = (text: string) => text.replace('Meera', '…')
    expect(reworded({ ...failed, why: 'of Meera' }, change)).toEqual({ ...failed, why: 'of …' })
    expect(reworded({ ...stock, products: ['Meera’s tea'] }, change)).toEqual({ ...stock, products: ['…’s tea'] })
    expect(reworded({ kind: 'text', text: 'Meera called' }, change)).toEqual({ kind: 'text', text: '… called' })
    expect(reworded(twice('Meera'), change)).toEqual(twice('Meera'))
  })
})
