/** Whether an `Accept` header names JSON itself: a wildcard, as browsers and curl send it, does not. */
export const acceptsJson = (accept: string | undefined): boolean =>
  (accept ?? '')
    .split(',')
    .some((range) => /^\s*application\/json\s*(;|$)/i.test(range) && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(range))
