/** For a refusal that ends after a while. */
export function whenAgain(seconds: number | undefined): string {
  if (seconds === undefined) return 'Please try again in a moment.'
  if (seconds < 90) return `Please come again in ${seconds} second${seconds === 1 ? '' : 's'}.`
  return `Please come again in ${Math.ceil(seconds / 60)} minutes.`
}
