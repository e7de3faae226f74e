/** The payment provider calls it, so the TypeScript client has no method for it. */
export const OF_PROVIDER = 'receivePaymentNotice'

/** What of `schema/openapi.json` is shown here. */
export interface Document {
  info: { description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Answer>
    securitySchemes: { customer: { description: string } }
  }
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  deprecated?: boolean
  tags: string[]
  security: Record<string, unknown>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Answer | { $ref: string }>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  deprecated?: boolean
  description: string
  style?: 'deepObject'
  schema: Schema
  example?: unknown
}

export interface Answer {
  description: string
  content?: Content
}

export type Content = Record<string, { schema: Schema; example?: unknown }>

export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  deprecated?: boolean
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: Schema | boolean
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

export const nameOf = ({ $ref }: { $ref: string }): string => $ref.split('/').at(-1) ?? ''
