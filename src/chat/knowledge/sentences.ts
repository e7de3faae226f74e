/** Splits a text into sentences. A dot inside `2.5`, `a.m.` or an address does not end a sentence. */
export function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => line.trim().split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}"'(‘“])/u))
    .filter((sentence) => sentence !== '')
}
