/** The sentences of a text as their writer put them. A dot inside `2.5`, `a.m.` or an address does not end one. */
export function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => line.trim().split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}"'(‘“])/u))
    .filter((sentence) => sentence !== '')
}
