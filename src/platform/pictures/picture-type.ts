/** The kinds of pictures that are read, by what their files begin with. */
const signatures: Record<string, (bytes: Buffer) => boolean> = {
  JPEG: (bytes) => startsWith(bytes, '\xff\xd8\xff'),
  PNG: (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
  GIF: (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
  WebP: (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
  AVIF: (bytes) => startsWith(bytes, 'ftypavif', 4) || startsWith(bytes, 'ftypavis', 4) || isAvifByBrand(bytes),
}

/** The kind of picture, by its content whatever its name; null for anything else, such as SVG, PDF or HEIC. */
export const pictureType = (bytes: Buffer): string | null =>
  Object.keys(signatures).find((type) => signatures[type]?.(bytes)) ?? null

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.subarray(at, at + text.length).toString('latin1') === text

/** Some programs write the general brand `mif1` first, and `avif` among those that the file is compatible with. */
function isAvifByBrand(bytes: Buffer): boolean {
  if (!startsWith(bytes, 'ftypmif1', 4)) return false
  return bytes.subarray(16, bytes.readUInt32BE(0)).toString('latin1').includes('avif')
}
