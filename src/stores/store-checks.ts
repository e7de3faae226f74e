import { z } from 'zod'
import { looseList, looseText, repeated } from '../platform/input/checks.ts'
import type { Issue, Path } from '../platform/input/issues.ts'

const DraftService = z.object({ name: looseText }).catch({})
const DraftStore = z
  .object({ chat: z.object({ services: looseList(DraftService) }).catch({ services: [] }) })
  .catch({ chat: { services: [] } })

/** Finds repeated names of services in a store's settings. Takes any JSON. */
export const checkStore = (path: Path, json: unknown): Issue[] =>
  repeated([...path, 'chat', 'services'], 'name', 'a name', DraftStore.parse(json).chat.services, ({ name }) => name)
