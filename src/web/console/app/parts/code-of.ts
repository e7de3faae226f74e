const MOST_CHARACTERS = 50

/** A code made of a name: "Bengaluru city" gives `bengaluru-city`; empty when the name has no Latin letters or digits. */
export const codeOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MOST_CHARACTERS)
    .replaceAll(/^-|-$/g, '')
