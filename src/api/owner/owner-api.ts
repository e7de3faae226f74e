import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { createImportRoom, type ImportOptions, importPlugin } from '../../commerce/catalog/import/import-plugin.ts'
import { productFilesPlugin } from '../../commerce/catalog/import/job/product-files-plugin.ts'
import { createUploadRoom, type UploadOptions, uploadPlugin } from '../../commerce/media/upload-plugin.ts'
import { createRunningExports, type ExportOptions, exportPlugin } from '../../commerce/owners/export/export-plugin.ts'
import type { Contexts } from '../../process/contexts.ts'
import type { Services } from '../context.ts'
import { ownerGraphiql } from '../graphql/graphiql/owner-graphiql.ts'
import { type GraphQLOptions, graphqlPlugin } from '../graphql/graphql-plugin.ts'
import type { EventStreams } from '../http/event-stream.ts'
import { answerOtherMethods } from '../http/method-not-allowed.ts'

/** Owners send thousands of products in one request. */
const BODY_LIMIT = 8 * 1024 * 1024
const PATH = '/api/sites/:subdomain/owner'
const GRAPHQL_PATHS = [`${PATH}/graphql`]

/** What owners reach with a key, or from the console with a session. */
export interface OwnerApi {
  graphql: Omit<GraphQLOptions, 'paths' | 'graphiql' | 'admitVisitor' | 'contextOf'>
  exports: Omit<ExportOptions, 'folder' | 'contextOf'>
  uploads: Omit<UploadOptions, 'path' | 'contextOf'>
  imports: Omit<ImportOptions, 'folder' | 'contextOf'>
}

interface OwnerApiParts {
  schema: GraphQLSchema
  exports: ExportOptions['exports']
  services: Services
  streams: EventStreams
}

export const createOwnerApi = ({ schema, exports, services, streams }: OwnerApiParts): OwnerApi => ({
  graphql: {
    ...{ schema, api: 'owner', budget: 'ownerCost', bodyLimit: BODY_LIMIT },
    ...{ operations: services.metrics.operations, streams, cache: null },
  },
  exports: { exports, running: createRunningExports() },
  uploads: { room: createUploadRoom() },
  imports: { room: createImportRoom() },
})

/** At the paths for programs, with a key. */
export async function serveOwnerApi(
  app: FastifyInstance,
  { graphql, exports, uploads, imports }: OwnerApi,
  { ownerContextOf: contextOf, admitVisitor }: Pick<Contexts, 'ownerContextOf' | 'admitVisitor'>,
  hasGraphiql: boolean,
): Promise<void> {
  await app.register(graphqlPlugin, {
    ...{ ...graphql, paths: GRAPHQL_PATHS, contextOf },
    ...{ admitVisitor, graphiql: hasGraphiql ? ownerGraphiql : null },
  })
  await app.register(exportPlugin, { ...exports, folder: `${PATH}/export`, contextOf })
  await app.register(uploadPlugin, { ...uploads, path: `${PATH}/media`, contextOf })
  await app.register(importPlugin, { ...imports, folder: `${PATH}/import`, contextOf })
  await app.register(productFilesPlugin, { ...imports, folder: `${PATH}/import`, contextOf })
  answerOtherMethods(app, GRAPHQL_PATHS)
}
