import { actorOf } from '../../../api/admission/caller.ts'
import type { OwnerContext } from '../../../api/context.ts'
import type { Customer } from '../../../generated/prisma/client.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { labelledText } from '../../../platform/input/labelled-text.ts'
import { inputRules, parseInput } from '../../../platform/input/parse-input.ts'
import { Problem } from '../../../platform/problem.ts'
import { MAX_REASON } from '../../../shared/bounds.ts'
import { addLedgerEntry, lockPoints } from '../../loyalty/ledger.sql.ts'
import { heldPoints, MAX_BALANCE } from '../../loyalty/points.ts'
import { customerNotFound, getCustomer } from '../list-customers.ts'

const reasonInput = inputRules({
  required: ['reason'],
  missing: 'Reason required',
  fields: { reason: labelledText({ label: 'Reason', max: MAX_REASON, trim: true }) },
})

/** Removes points when negative, but none that a pending order holds. @throws Problem BAD_USER_INPUT, NOT_FOUND */
export async function adjustPoints(
  context: OwnerContext,
  customerId: string,
  points: number,
  reasonGiven: string,
): Promise<Customer> {
  const { services, store, caller } = context
  const { reason } = parseInput(reasonInput, { reason: reasonGiven })
  if (points === 0) throw new Problem('BAD_USER_INPUT', 'Points must not be 0', { field: 'points' })
  const customer = await getCustomer(context, customerId)
  return inTransaction(services.db.prisma, async (tx) => {
    const now = services.clock()
    // Orders take the same lock, so held points cannot change meanwhile.
    const balance = await lockPoints(tx, customer)
    const held = await heldPoints(tx, customer, now)
    if (points < 0 && balance + points < held) throw notEnough(balance, held)
    if (balance + points > MAX_BALANCE) {
      throw new Problem('BAD_USER_INPUT', `A customer can have ${MAX_BALANCE} points at most, and has ${balance}`, {
        field: 'points',
      })
    }
    const actor = actorOf(caller)
    await addLedgerEntry(tx, {
      storeId: store.id,
      customerId: customer.id,
      kind: 'ADJUSTMENT',
      points,
      reason,
      actor,
      at: now,
    })
    const changed = await tx.customer.findUnique({ where: { storeId_id: { storeId: store.id, id: customer.id } } })
    if (!changed) throw customerNotFound()
    return changed
  })
}

function notEnough(balance: number, held: number): Problem {
  const available = Math.max(0, balance - held)
  const why = held > 0 ? `: of ${balance}, pending orders hold ${held}` : ''
  return new Problem('BAD_USER_INPUT', `The customer has ${available} points to take away${why}`, { field: 'points' })
}
