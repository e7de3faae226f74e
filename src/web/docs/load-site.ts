import { compress } from '../../api/http/content-coding.ts'
import type { Site, SiteOptions } from './site.ts'

/**
 * Renders the site, for a process that runs from the sources. The bundle has `built-site.ts` in place of this file
 * (`scripts/bundle.ts`), so the packages for rendering are for development only.
 */
export async function loadSite(options: SiteOptions): Promise<Site> {
  const { renderSite } = await import('./render/render-site.ts')
  const files = await renderSite(options)
  return new Map(files.map(({ body, ...file }) => [file.path, { ...file, read: (coding) => compress(body, coding) }]))
}
