import { z } from 'zod'
import { looseList, looseText, repeated } from '../platform/input/checks.ts'
import type { Issue, Path } from '../platform/input/issues.ts'
import { phoneDigits } from './phone.ts'

const DraftCustomer = z.object({ phone: looseText }).catch({})

/** Finds phones that repeat in a list of customers. Accepts any JSON. */
export const checkCustomers = (path: Path, json: unknown): Issue[] =>
  repeated(path, 'phone', 'a phone', looseList(DraftCustomer).parse(json), ({ phone }) => phone && phoneDigits(phone))
