import { codesInWords } from './words-of-codes.ts'

/**
 * Messages of the owner's API name fields, values and codes, for programs. These are the same for people.
 * @param text a message such as `shipping.fee: expected at most 2 decimals (INR), found 0.123`
 */
export function peopleWords(text: string): string {
  const [, path, expected, found] = /^(?:([a-z][\w.[\]]*): )?expected (.+), found (.+)$/s.exec(text) ?? []
  if (expected === undefined || found === undefined) return codesInWords(text)
  const where = path === undefined ? '' : `${fieldWords(path)}: `
  const wanted = codesInWords(expected).replace(/(?<!")\bnull\b(?!")/g, 'nothing')
  return isNothing(found)
    ? `${where}Please fill this in: ${wanted}.`
    : `${where}Expected: ${wanted}; you gave ${found}.`
}

/** What a program leaves out, or an empty field is read as. */
const isNothing = (found: string): boolean => ['null', 'nothing', '""', 'undefined'].includes(found)

/** `input.shipping.freeFrom` is "Shipping, free from"; entries of lists are counted from 1. */
function fieldWords(path: string): string {
  const steps = path.replace(/^input\./, '').split('.')
  const words = steps
    .map((step) => step.replaceAll(/\[(\d+)\]/g, (_, index: string) => ` ${Number(index) + 1}`))
    .map((step) => step.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
    .join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
