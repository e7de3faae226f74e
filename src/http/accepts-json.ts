/** Whether an `Accept` header names JSON explicitly. A wildcard, as browsers and curl send, does not count. */
export const acceptsJson = (accept: string | undefined): boolean =>
  (accept ?? '')
    .split(',')
    .some((range) => /^\s*application\/json\s*(;|$)/i.test(range) && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(range))
