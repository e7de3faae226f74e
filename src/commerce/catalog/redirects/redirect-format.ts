import { z } from 'zod'
import { looseList, looseText, repeated } from '../../../platform/input/checks.ts'
import { fields, text } from '../../../platform/input/fields.ts'
import type { Issue, Path } from '../../../platform/input/issues.ts'
import { MAX_ADDRESS } from './redirect-address.ts'

export const redirectSchema = fields({
  from: text(MAX_ADDRESS, 1).meta({
    description: 'The old path, with an exact query if there is one. It is looked up where the shop finds nothing.',
  }),
  to: text(MAX_ADDRESS, 1).meta({ description: 'The path in the shop, such as `/p/assam`.' }),
})

const DraftRedirect = z.object({ from: looseText }).catch({})

/** Those that begin at one address. Takes any JSON. */
export const checkRedirects = (path: Path, json: unknown): Issue[] =>
  repeated(path, 'from', 'an address', looseList(DraftRedirect).parse(json), ({ from }) => from)
