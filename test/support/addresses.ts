let lastNeighbour = 0
/** An address that nobody else in this test file has. */
export function ownAddress(): string {
  lastNeighbour += 1
  return `203.0.${lastNeighbour >> 8}.${lastNeighbour & 255}`
}
