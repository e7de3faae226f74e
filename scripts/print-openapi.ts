import { writeFileSync } from 'node:fs'
import { openApiDocument } from '../src/rest/openapi.ts'
import { routes } from '../src/routes.ts'

/** Writes the OpenAPI document of the REST routes. */
writeFileSync('schema/openapi.json', `${JSON.stringify(openApiDocument(routes), null, 2)}\n`)
