/** The sentences of a text as their writer put them. A dot inside `2.5`, `a.m.` or an address does not end one. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}"'(‘“])|\s*\n+\s*/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}
