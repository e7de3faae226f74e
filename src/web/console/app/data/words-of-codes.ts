const scopes: Readonly<Record<string, string>> = {
  orders: 'orders',
  catalogue: 'products and reviews',
  customers: 'customers',
  marketing: 'discounts and subscribers',
  settings: 'settings',
  money: 'refunds and payments',
  read: 'looking only',
  storefront: 'storefronts',
}

/** What messages of the API say for programs, and what that is for people who use the console. */
const replaced: readonly (readonly [RegExp, string | ((...found: string[]) => string)])[] = [
  [
    /This key does not have the scope "(\w+)"\./,
    (_, scope = '') =>
      `Your key does not open this: it needs "${scopes[scope] ?? scope}". Whoever made the key can make one that does.`,
  ],
  [/, and record it with by: MANUAL/, ', and choose "I have sent the money myself" when you record it here'],
  [/\ba country code of ISO 3166-1 like "IN"/, 'a country code such as IN, or its name'],
  [/\ba region code of ISO 3166-2 like "IN-KA"/, 'a code such as LK-1, or a name'],
  [/\ban ISO 3166-1 code\b/, 'a country code such as IN, or its name'],
]

export const codesInWords = (message: string): string =>
  replaced.reduce(
    // Both kinds are what `replace` takes; its overloads take one at a time.
    (text, [code, words]) => text.replace(code, words as string),
    message,
  )
