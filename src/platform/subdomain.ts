/** What names a store in addresses: a DNS label in lower case. */
export const subdomainPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

export const isSubdomain = (text: string): boolean => subdomainPattern.test(text)
