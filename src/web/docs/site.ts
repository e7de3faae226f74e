import type { ContentCoding } from '../../api/http/content-coding.ts'

/** Where documents and examples say that the service runs. */
export const EXAMPLE_ADDRESS = 'http://localhost:4000'

/** One path of the documentation. */
export interface SiteFile {
  /** Below `/docs`: empty for the first page, otherwise without a slash at its beginning. */
  path: string
  type: string
  /** Its path has a hash of its content. */
  immutable: boolean
  etag: string
  /** Whether it says where the service runs (`own-address.ts`). */
  namesAddress: boolean
  read(coding: ContentCoding): Promise<Buffer>
}

export type Site = ReadonlyMap<string, SiteFile>

export interface SiteOptions {
  /** Whether GraphiQL and the schemas are shown: `GRAPHIQL`. */
  graphql: boolean
}

/** The same as files beside the bundle, written by `write-site.ts`. */
export interface BuiltFile extends Pick<SiteFile, 'path' | 'type' | 'immutable' | 'etag' | 'namesAddress'> {
  /** The name of the compressed files, without `.br` and `.gz`. */
  name: string
}

export const listOf = ({ graphql }: SiteOptions): string => (graphql ? 'site.json' : 'site-without-graphql.json')
