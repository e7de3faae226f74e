import { firstMessage } from '../../platform/input/issues.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { characterCount } from '../../platform/text/text.ts'
import { MAX_CHOICES, MAX_NAME, MAX_OPTIONS } from './product-filter.ts'

/** `option[size]`, as generated clients send it, and `option.size`; with `[]` or a number behind it where it is repeated. */
const NAMED = /^options?(?:\[(?<bracketed>[^\]]*)\](?:\[\d*\])?|\.(?<dotted>.*))$/s
/** Anything else that begins like an option would narrow nothing, which whoever sends it would not notice. */
const LIKE_ONE = /^options?(?![a-z])/i

export const UNNAMED = 'option must have a name, as in option[size]=250g'

/** The options that the parameters ask for, by name; null for a parameter that is like one but has no name. */
function optionsIn(query: object): Map<string, unknown[]> | null {
  const options = new Map<string, unknown[]>()
  for (const [parameter, value] of Object.entries(query)) {
    if (!LIKE_ONE.test(parameter)) continue
    const { bracketed, dotted } = NAMED.exec(parameter)?.groups ?? {}
    const name = bracketed ?? dotted
    if (!name) return null
    options.set(name, [...(options.get(name) ?? []), ...(Array.isArray(value) ? value : [value])])
  }
  return options
}

/** What is wrong with the options of a query; null when nothing is. */
export function optionMistake(query: object): string | null {
  const options = optionsIn(query)
  if (!options) return UNNAMED
  if (options.size > MAX_OPTIONS) return `option must be at most ${MAX_OPTIONS} names`
  for (const [name, values] of options) {
    if (characterCount(name) > MAX_NAME) return `option must have a name of at most ${MAX_NAME} characters`
    if (values.length > MAX_CHOICES) return `option must be at most ${MAX_CHOICES} values of each name`
    const mistake = [name, ...values].map((text) => optionText.safeParse(text).error).find(Boolean)
    if (mistake) return firstMessage(mistake.issues)
  }
  return null
}

const optionText = labelledText({ label: 'option', max: MAX_NAME })

/** The same as GraphQL takes them. Values that are empty are left out. */
export const optionFilters = (query: object): { name: string; values: string[] }[] =>
  [...(optionsIn(query) ?? [])]
    .map(([name, values]) => ({ name, values: values.map(String).filter(Boolean) }))
    .filter(({ values }) => values.length > 0)
