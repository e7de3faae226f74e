import { recordOf } from '../../../platform/record-of.ts'
import {
  type Business,
  type BusinessPath,
  businessEntries,
  businessFields,
} from '../../../shared/business/business-fields.ts'

/** Of `Business`, `BusinessAddress` or `GrievanceOfficer`. */
export const groupAbout = {
  address: 'The address; of a company that of its registered office or headquarters.',
  grievanceOfficer: 'Who answers complaints, where the law asks for one.',
} as const

interface TextOutput {
  nullable: true
  description: string
  resolve: (business: Business) => string | null
}

/** The texts of a group, or those that are in none. @param make the builder's field of type String */
export const textOutputs = <Ref>(group: keyof typeof groupAbout | null, make: (options: TextOutput) => Ref) =>
  recordOf(
    textsIn(group).map(([name, path]) => {
      const { description } = businessFields[path]
      const resolve = (business: Business) => business[path] as string | null // No list is among them.
      return [name, make({ nullable: true, description: `${description} Null if not given.`, resolve })]
    }),
  )

export const textInputs = <Ref>(
  group: keyof typeof groupAbout | null,
  make: (options: { description: string }) => Ref,
) => recordOf(textsIn(group).map(([name, path]) => [name, make({ description: described(path) })]))

const described = (path: BusinessPath): string => {
  const { kind, max, description } = businessFields[path]
  const isLong = kind !== 'country' && kind !== 'region'
  return isLong ? `${description.slice(0, -1)}, at most ${max} characters.` : description
}

function textsIn(group: string | null): (readonly [name: string, path: BusinessPath])[] {
  return businessEntries.flatMap(([path, { kind }]) => {
    const [first = '', part] = path.split('.')
    if (kind === 'names' || kind === 'numbers') return []
    if (part === undefined) return group === null ? [[first, path] as const] : []
    return first === group ? [[part, path] as const] : []
  })
}
