export const REDIRECT_QUERIES = ['Redirects', 'Changes']

/** As people read it, where it can be read. */
export function shownAddress(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}
