/** An uploaded picture is served in several widths. */
const UPLOADED = /\/media\/[^/?]+\/[^/?]+$/

/** Where a small version of a product's picture is; null for what is no address of the web. */
export function pictureSource(url: string | undefined): string | null {
  if (url === undefined || !/^(https?:\/\/|\/(?!\/))/i.test(url)) return null
  return UPLOADED.test(url) ? `${url}?w=320` : url
}
