import { endpoints, errorText, meta, payloadModes, serverErrors, version, type Endpoint } from '@fairwatch/contract';
import { z } from 'zod/mini';
import { anchorOf, areaOf, describeAccess, errorsOf } from './call-facts.ts';

/** A JSON Schema, as far as this feature looks into it. */
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
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io }) as JsonSchema;
  return rest;
}

/** The whole API as OpenAPI 3.1, made from the contract. */
export function openApiDocument(): JsonSchema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fairwatch',
      version,
      description: 'The calls of the Fairwatch console and its devices. Every answer has the shape of the envelope.',
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
  const { access, summary, method, input, output } = endpoint;
  const body = { required: true, content: { 'application/json': { schema: schemaOf(input, 'input') } } };
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
        content: { 'application/json': { schema: envelopeOf(schemaOf(output, 'output')) } },
      },
      ...errorResponses(endpoint),
    },
  };
}

function errorResponses(endpoint: Endpoint): Record<string, unknown> {
  const byStatus = Object.groupBy(errorsOf(endpoint), (code) => String(serverErrors[code].status));
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
