import { firstMessage } from '../../../platform/input/issues.ts'
import { labelledText } from '../../../platform/input/labelled-text.ts'
import { characterCount } from '../../../platform/text/text.ts'
import { MAX_CHOICES, MAX_NAME, MAX_OPTIONS } from '../../../shared/product-list.ts'

/** `option[size]` and `option.size`, with `[]` or an index when repeated. */
const NAMED = /^options?(?:\[(?<bracketed>[^\]]*)\](?:\[\d*\])?|\.(?<dotted>.*))$/s
/** Other names starting with `option` are refused, as they would silently filter nothing. */
const LIKE_ONE = /^options?(?![a-z])/i

export const UNNAMED = 'option must have a name, as in option[size]=250g'

/** By name; null for a malformed parameter. */
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

export const optionFilters = (query: object): { name: string; values: string[] }[] =>
  [...(optionsIn(query) ?? [])]
    .map(([name, values]) => ({ name, values: values.map(String).filter(Boolean) }))
    .filter(({ values }) => values.length > 0)
