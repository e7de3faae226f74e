/** A DNS label in lower case, which names a store in its address. */
export const subdomainPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

export const isSubdomain = (text: string): boolean => subdomainPattern.test(text)
