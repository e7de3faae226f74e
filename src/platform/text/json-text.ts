/** The value as JSON; null when it is nested too deep. JSON is read to any depth, but written only as deep as calls go. */
export function jsonText(value: unknown): string | null {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
