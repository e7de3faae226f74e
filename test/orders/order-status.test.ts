import { describe, expect, test } from 'vitest'
import { moveProblem, OrderStatus } from '../../src/commerce/orders/status/order-status.ts'

const { PENDING, CONFIRMED, SHIPPED, DELIVERED, CANCELLED, FAILED } = OrderStatus

/** Every pair, one row for each status an order can be in: null, or what its owner is told. */
const answers: Record<OrderStatus, Record<OrderStatus, string | null>> = {
  [PENDING]: {
    [PENDING]: 'The order is already pending.',
    [CONFIRMED]: 'The order is pending; it can only become cancelled, not confirmed.',
    [SHIPPED]: 'The order is pending; it can only become cancelled, not shipped.',
    [DELIVERED]: 'The order is pending; it can only become cancelled, not delivered.',
    [CANCELLED]: null,
    [FAILED]: 'The order is pending; it can only become cancelled, not failed.',
  },
  [CONFIRMED]: {
    [PENDING]: 'The order is confirmed; it can only become shipped or cancelled, not pending.',
    [CONFIRMED]: 'The order is already confirmed.',
    [SHIPPED]: null,
    [DELIVERED]: 'The order is confirmed; it can only become shipped or cancelled, not delivered.',
    [CANCELLED]: null,
    [FAILED]: 'The order is confirmed; it can only become shipped or cancelled, not failed.',
  },
  [SHIPPED]: {
    [PENDING]: 'The order is shipped; it can only become delivered, not pending.',
    [CONFIRMED]: 'The order is shipped; it can only become delivered, not confirmed.',
    [SHIPPED]: 'The order is already shipped.',
    [DELIVERED]: null,
    [CANCELLED]: 'The order is shipped; it can only become delivered, not cancelled.',
    [FAILED]: 'The order is shipped; it can only become delivered, not failed.',
  },
  [DELIVERED]: finalStatus('delivered', DELIVERED),
  [CANCELLED]: finalStatus('cancelled', CANCELLED),
  [FAILED]: finalStatus('failed', FAILED),
}

/** Paid through the payment provider. */
const provided = { paymentMethod: null, delivery: null }

describe.each(Object.values(OrderStatus))('the owner of a store, with an order that is %s', (from) => {
  test.each(Object.values(OrderStatus))('moves it to %s or is told why not', (to) => {
    expect(moveProblem({ ...provided, status: from, paymentStatus: 'PAID' }, to)).toBe(answers[from][to])
  })
})

describe('a refunded order', () => {
  const problem = (status: OrderStatus, to: OrderStatus) =>
    moveProblem({ ...provided, status, paymentStatus: 'REFUNDED' }, to)

  test('that is confirmed cannot be shipped, only cancelled', () => {
    expect(problem(CONFIRMED, SHIPPED)).toBe(
      'The order is confirmed and refunded; it can only become cancelled, not shipped.',
    )
    expect(problem(CONFIRMED, CANCELLED)).toBeNull()
  })

  test('that is under way may still arrive', () => expect(problem(SHIPPED, DELIVERED)).toBeNull())
})

function finalStatus(name: string, status: OrderStatus): Record<OrderStatus, string> {
  const refusal = `The order is ${name}; its status can no longer be changed.`
  return {
    [PENDING]: refusal,
    [CONFIRMED]: refusal,
    [SHIPPED]: refusal,
    [DELIVERED]: refusal,
    [CANCELLED]: refusal,
    [FAILED]: refusal,
    [status]: `The order is already ${name}.`,
  }
}
