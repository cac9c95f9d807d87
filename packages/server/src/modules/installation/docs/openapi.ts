import {
  endpoints,
  errorsOf,
  errorText,
  meta,
  payloadModes,
  errorStatus,
  version,
  type Endpoint,
} from '@fairwatch/contract';
import { z } from 'zod/mini';
import { anchorOf, areaOf, describeAccess } from './call-facts.ts';

/** The part of JSON Schema that this feature reads. */
export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
}

export function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const override = ({ jsonSchema }: { jsonSchema: unknown }) => nameKeys(jsonSchema as JsonSchema);
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, override }) as JsonSchema;
  return rest;
}

/** Writes an object whose keys are known words with these as properties. zod writes `propertyNames`, and requires keys that it does not name. */
function nameKeys(schema: JsonSchema): void {
  const { propertyNames, additionalProperties } = schema;
  const names = (propertyNames as JsonSchema | undefined)?.enum;
  if (names === undefined || typeof additionalProperties !== 'object') return;
  schema.properties = Object.fromEntries(names.map((name) => [String(name), additionalProperties as JsonSchema]));
  schema['additionalProperties'] = false;
  delete schema['propertyNames'];
}

/** Generates the OpenAPI 3.1 document from the contract. */
export function openApiDocument(): JsonSchema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fairwatch',
      version,
      description:
        'The calls of the Fairwatch console and its devices. Every answer has the shape of the envelope. Where the server ' +
        'encrypts payloads, the calls of the console carry what is described here as ciphertext: the body as ' +
        '`{ data }`, the answer as `{ securityStatus, data, metaObject }`.',
    },
    servers: [{ url: '/' }],
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token that login returns.' },
        device: { type: 'http', scheme: 'bearer', description: 'The token that enrol returns.' },
      },
      schemas: { Error: envelopeOf({ type: 'null' }) },
    },
    paths: Object.fromEntries(endpoints.map((each) => [each.path, { [each.method.toLowerCase()]: operation(each) }])),
  };
}

function operation(endpoint: Endpoint): JsonSchema {
  const { access, summary, method } = endpoint;
  const body = { required: true, content: bodyContent(endpoint) };
  return {
    operationId: anchorOf(endpoint),
    summary,
    description: `Access: ${describeAccess(access)}.`,
    tags: [areaOf(endpoint)],
    security: access === 'public' ? [] : [access === 'device' ? { device: [] } : { session: [] }],
    ...(method === 'POST' ? { requestBody: body } : {}),
    responses: {
      200: {
        description: 'Done',
        content: answerContent(endpoint),
      },
      ...errorResponses(endpoint),
    },
  };
}

function bodyContent({ input, form }: Endpoint): JsonSchema {
  const schema = schemaOf(input, 'input');
  if (!form) return { 'application/json': { schema } };
  const properties = {
    ...schema.properties,
    [form.file]: { type: 'string', format: 'binary', maxLength: form.maxBytes },
  };
  const required = [...(schema.required ?? []), form.file];
  return { 'multipart/form-data': { schema: { ...schema, properties, required } } };
}

function answerContent({ output, answersBytes }: Endpoint): JsonSchema {
  if (answersBytes) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  return { 'application/json': { schema: envelopeOf(schemaOf(output, 'output')) } };
}

function errorResponses(endpoint: Endpoint): Record<string, unknown> {
  const byStatus = Object.groupBy(errorsOf(endpoint), (code) => String(errorStatus[code]));
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      { description: codes.map((code) => `${code}: ${errorText(code)}`).join('\n\n'), content },
    ]),
  );
}

function envelopeOf(data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: {
      securityStatus: { type: 'string', enum: [...payloadModes] },
      data,
      meta: schemaOf(meta, 'output'),
    },
    required: ['securityStatus', 'data', 'meta'],
  };
}
