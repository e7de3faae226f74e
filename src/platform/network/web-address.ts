export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)

/** Whether a text is no URL with a user name or a password, which would be shown to everybody. */
export function isWithoutUser(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
