/** Whether PostgreSQL would take the text as a UUID; anything else is an id that nothing has. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
