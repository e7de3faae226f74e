const others: Readonly<Record<string, string>> = {
  owner: 'A key that was deleted',
  operator: 'Whoever runs the service',
  buyer: 'The buyer',
  provider: 'The payment provider',
  reconciliation: 'The regular check with the payment provider',
}

/** Who has done something: a key by its name, which the schema calls `owner: NAME`, others in words. */
export const actorName = (actor: string): string => /^owner: (.*)$/s.exec(actor)?.[1] ?? others[actor] ?? actor
