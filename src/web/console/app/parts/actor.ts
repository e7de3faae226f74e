const others: Readonly<Record<string, string>> = {
  owner: 'A key that was deleted',
  person: 'A person who was deleted',
  operator: 'Whoever runs the service',
  buyer: 'The buyer',
  provider: 'The payment provider',
  reconciliation: 'The regular check with the payment provider',
}

/** Who has done something: a key or a person by their name, which the schema calls `owner: NAME` or `person: NAME`. */
export const actorName = (actor: string): string =>
  /^(?:owner|person): (.*)$/s.exec(actor)?.[1] ?? others[actor] ?? actor
