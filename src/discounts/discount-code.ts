/** What makes two spellings the same code: matched without regard to case and blanks around. */
export const discountKey = (code: string): string => code.trim().toUpperCase()
