/** The contract as an OpenAPI 3.1 document. */
import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { problem } from '#contract/model/common.ts'
import { CLIENT_VERSION } from '#contract/model/values.ts'
import { UNSCOPED } from '#server/http/authenticate.ts'
import { BASES } from '#contract/request.ts'
import { listRoutes, type Route } from '#server/http/routes.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { AREAS, PARAMETERS } from './parameters.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
  style?: string
  explode?: boolean
}

type Content = Record<string, { schema?: JsonSchema }>

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  deprecated?: true
  security?: []
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; content?: Content } | { $ref: string }>
  /** The required roles, one of which is enough; any if absent. */
  'x-roles'?: readonly string[]
  /** The window's message on success. */
  'x-notice'?: string
  /** Not of the specification's catalogue. */
  'x-ours'?: true
}

export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  security: Record<string, string[]>[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

/** Every call that this server answers, or only those of the specification's catalogue and what it always has beside them. */
export function openApiDocument({ catalogueOnly = false } = {}): OpenApi {
  const schemas = new Schemas()
  const paths: OpenApi['paths'] = {}
  for (const route of listRoutes(catalogueOnly)) {
    const path = BASES[route.call.host] + route.call.path
    paths[path] = { ...paths[path], [route.call.method.toLowerCase()]: operationOf(route, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Docket',
      version: packageJson.version,
      description:
        'Every call of the back office. A refusal is problem+json with a message fit to be shown. Keys in a query that end in `[]` may come more than once.',
    },
    servers: [{ url: '/' }],
    tags: Object.entries(AREAS).map(([name, description]) => ({ name, description })),
    security: [{ token: [] }],
    paths,
    components: {
      schemas: { ...schemas.components, Problem: schemas.of(problem, 'output', 'Problem') },
      responses: {
        Refused: {
          description: 'Refused: the status says how, the message why.',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'auth-token' } },
    },
  }
}

function operationOf({ name, call }: Route, schemas: Schemas): Operation {
  const [area = ''] = name.split('.')
  const roles = typeof call.roles === 'string' ? undefined : call.roles
  const body = bodyOf(name, call, schemas)
  return {
    operationId: name,
    tags: [area],
    summary: wordsOf(name),
    ...(roles && { description: `For ${roles.join(' or ')} only.`, 'x-roles': roles }),
    ...(call.deprecated && { deprecated: true }),
    ...(call.roles === 'public' && { security: [] }),
    parameters: [...pathParameters(call), ...queryParameters(name, call, schemas), ...headers(call)],
    ...(body && { requestBody: body }),
    responses: { '200': replyOf(name, call, schemas), default: { $ref: '#/components/responses/Refused' } },
    ...(call.notice && { 'x-notice': call.notice }),
    ...(call.ours && { 'x-ours': true }),
  }
}

/** `changeStatusBatch` as `Change status batch`. */
function wordsOf(name: string): string {
  const verb = name.slice(name.indexOf('.') + 1)
  const words = verb.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words[0]?.toUpperCase()}${words.slice(1)}`
}

function pathParameters({ path }: Call): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const description = PARAMETERS[name]
    const parameter: Parameter = { name, in: 'path', required: true, schema: { type: 'string' } }
    return description ? { ...parameter, description } : parameter
  })
}

function queryParameters(name: string, { query = {} }: Call, schemas: Schemas): Parameter[] {
  return Object.entries(query).map(([key, schema]): Parameter => {
    const isList = key.endsWith('[]')
    return {
      name: key,
      in: 'query',
      required: !takesNothing(schema),
      schema: schemas.of(schema, 'input', `${name}.${key.replace('[]', '')}`),
      ...(isList && { style: 'form', explode: true }),
    }
  })
}

/** True if a key may be left out. */
function takesNothing(schema: z.ZodMiniType): boolean {
  return schema.safeParse(undefined).success
}

function headers({ path, host, roles }: Call): Parameter[] {
  if (roles === 'public') return []
  const version: Parameter = {
    name: 'client-version',
    in: 'header',
    required: false,
    description: 'Version of the client, for the audit.',
    schema: { type: 'string', examples: [CLIENT_VERSION] },
  }
  const platform: Parameter = {
    name: host === 'kyc' ? 'project' : 'platform',
    in: 'header',
    required: path.startsWith('/management/') && !path.includes('{platform}') && !UNSCOPED.has(path),
    description: 'The platform that the request is about, where path, query and body do not name it.',
    schema: { type: 'string', examples: ['paxum'] },
  }
  return [platform, version]
}

function bodyOf(name: string, { body, sends }: Call, schemas: Schemas): Operation['requestBody'] {
  if (!body) return undefined
  const type = sends === 'form' ? 'multipart/form-data' : 'application/json'
  return { required: !takesNothing(body), content: { [type]: { schema: schemas.of(body, 'input', `${name}.body`) } } }
}

function replyOf(name: string, { reply, gives }: Call, schemas: Schemas): { description: string; content: Content } {
  if (gives === 'file') return { description: 'A file, a page, or where to find it.', content: { '*/*': {} } }
  if (gives === 'stream') {
    return { description: 'Text as it comes.', content: { 'text/plain': { schema: { type: 'string' } } } }
  }
  return {
    description: 'Done.',
    content: { 'application/json': { schema: schemas.of(reply, 'output', `${name}.reply`) } },
  }
}

type JsonSchema = { [key: string]: unknown }

/** Collects what schemas define below themselves. */
class Schemas {
  readonly components: Record<string, JsonSchema> = {}

  /** The schema of what travels: `input` as it is sent, `output` as it is answered. `owner` names what it defines. */
  of(schema: z.ZodMiniType, io: 'input' | 'output', owner: string): JsonSchema {
    const {
      $schema: _,
      $defs,
      ...json
    } = z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        // answers may grow
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      },
    }) as JsonSchema
    const rename = (ref: string) => ref.replace('#/$defs/', `#/components/schemas/${owner}.`)
    for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>)) {
      this.components[`${owner}.${name}`] = withRefs(definition, rename) as JsonSchema
    }
    return withRefs(json, rename) as JsonSchema
  }
}

function withRefs(value: unknown, rename: (ref: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => withRefs(one, rename))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === '$ref' && typeof one === 'string' ? rename(one) : withRefs(one, rename),
    ]),
  )
}
