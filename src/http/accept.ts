export const PROBLEM_TYPE = 'application/problem+json'

/**
 * Whether an `Accept` header names JSON explicitly, for answers or for errors. A wildcard, as browsers and curl send,
 * does not count.
 */
export const acceptsJson = (accept: string | undefined): boolean =>
  weightOf(accept, 'application/json') > 0 || weightOf(accept, PROBLEM_TYPE) > 0

/** Whether errors are to be problem documents: `Accept` names them, and prefers no plain JSON. */
export function prefersProblem(accept: string | undefined): boolean {
  const weight = weightOf(accept, PROBLEM_TYPE)
  return weight > 0 && weight >= weightOf(accept, 'application/json')
}

/** Whether HTML is named, and preferred to JSON: only browsers do that, where a person opens a page or sends a form. */
export function prefersHtml(accept: string | undefined): boolean {
  const weight = weightOf(accept, 'text/html')
  return weight > weightOf(accept, 'application/json') && weight > weightOf(accept, PROBLEM_TYPE)
}

/** The weight that an `Accept` header gives a media type by its name; 0 when it does not name it. */
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
