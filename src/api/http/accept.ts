export const PROBLEM_TYPE = 'application/problem+json'

/** Whether `Accept` names JSON; a wildcard, as browsers and curl send, does not count. */
export const acceptsJson = (accept: string | undefined): boolean =>
  weightOf(accept, 'application/json') > 0 || weightOf(accept, PROBLEM_TYPE) > 0

/** `Accept` names problem documents, and prefers no plain JSON. */
export function prefersProblem(accept: string | undefined): boolean {
  const weight = weightOf(accept, PROBLEM_TYPE)
  return weight > 0 && weight >= weightOf(accept, 'application/json')
}

/** Only browsers name HTML and prefer it to JSON. */
export function prefersHtml(accept: string | undefined): boolean {
  const weight = weightOf(accept, 'text/html')
  return weight > weightOf(accept, 'application/json') && weight > weightOf(accept, PROBLEM_TYPE)
}

/** 0 when the header does not name the type. */
function weightOf(accept: string | undefined, type: string): number {
  if (accept === undefined) return 0
  const weights = accept.split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    if (name !== type) return 0
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return weight === undefined ? 1 : Number(weight) || 0
  })
  return Math.max(0, ...weights)
}
