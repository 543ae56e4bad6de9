import {
  type DescMessage,
  type DescMethod,
  type DescService,
  getOption,
  hasOption,
} from '@bufbuild/protobuf';
import {
  type Answer,
  Answer_SessionEffectSchema,
  access,
  answer,
  Refusal_CodeSchema,
  upload,
} from '../generated/gatehouse/access/v1/access_pb.js';
import { default_limit } from '../generated/gatehouse/paging/v1/paging_pb.js';
import { http } from '../generated/google/api/annotations_pb.js';
import type { AnswerSessionEffect, PublicSystem, RefusalCode } from '../generated/wire.js';
import { type AccessRule, accessRuleOf, identitySystemOf } from './access-rule.ts';
import { enumName } from './enum-name.ts';
import { textFieldsOf } from './text-forms.ts';

/** The HTTP methods that the contract uses. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The two identity systems (B6). */
export type IdentitySystem = PublicSystem;

/** One endpoint as the contract declares it. */
export interface Endpoint {
  /** `UserSessionService.CreateUserSession`: unique over the whole contract. */
  readonly id: string;
  readonly method: HttpMethod;
  /** Whether it only reads: a GET, or a look-up by POST. */
  readonly isRead: boolean;
  /** The path template below the API's base path, for example `/identities/user_sessions/{id}`. */
  readonly path: string;
  /** The names of the path's variables, all of them fields of the input. */
  readonly pathFields: readonly string[];
  /** Whether the input is (also) read from a JSON body. */
  readonly hasBody: boolean;
  /** The names of the fields that the body may have. */
  readonly bodyFields: readonly string[];
  /** Items of a page when the caller asks for 0; null: the endpoint has no pages. */
  readonly defaultLimit: number | null;
  readonly rule: AccessRule;
  /** The identity system whose host, cookie and origins the endpoint belongs to (G5). */
  readonly system: IdentitySystem;
  /** Whether mail clients send the request, without a header that tells where it comes from (RFC 8058). */
  readonly isForMailClients: boolean;
  /** The HTTP status of success; 202 and 204 have no body; 303 redirects to the answer's `location`. */
  readonly status: number;
  readonly session: AnswerSessionEffect | null;
  /** Whether the request must name the version that it changes (`If-Match`, G9). */
  readonly if_match: boolean;
  /** Whether the response has the version that it shows (`ETag`): its message has the field `etag`. */
  readonly hasEtag: boolean;
  /** The name of the file as which browsers save the response; null: none. */
  readonly attachment: string | null;
  /** The file that is the request's body in place of JSON; null: none. */
  readonly upload: { readonly mediaType: string; readonly maxBytes: number } | null;
  /** The media type of the file with which it answers in place of JSON; null: none. */
  readonly download: string | null;
  /** The small image with which it answers in place of JSON, and for how many seconds a browser may keep it; null: none. */
  readonly image: { readonly mediaType: string; readonly maxAgeSeconds: number } | null;
  /** The refusals of the handler itself. */
  readonly refusals: readonly RefusalCode[];
  readonly input: DescMethod['input'];
  readonly output: DescMethod['output'];
  readonly descriptor: DescMethod;
}

/**
 * The endpoints of some services.
 * @throws {Error} naming each method without an HTTP binding or an access rule, each pair of bindings that clash and each
 * path with endpoints of both identity systems: a service must not start on such a contract.
 */
export function describeEndpoints(services: readonly DescService[]): readonly Endpoint[] {
  const faults: string[] = [];
  const endpoints: Endpoint[] = [];
  const bindings = new Map<string, string>();
  const systems = new Map<string, IdentitySystem>();
  for (const method of services.flatMap((service) => service.methods)) {
    try {
      const endpoint = describeEndpoint(method);
      const binding = `${endpoint.method} ${endpoint.path.replaceAll(/\{[^}]*\}/g, '{}')}`;
      const other = bindings.get(binding);
      if (other !== undefined) throw new Error(`its binding ${binding} clashes with ${other}`);
      bindings.set(binding, endpoint.id);
      const system = systems.get(endpoint.path) ?? endpoint.system;
      if (system !== endpoint.system) throw new Error(`its path ${endpoint.path} is also of the ${system}s`);
      systems.set(endpoint.path, system);
      endpoints.push(endpoint);
    } catch (error) {
      faults.push(
        `${method.parent.typeName}.${method.name}: ${error instanceof Error ? error.message : error}`,
      );
    }
  }
  if (faults.length > 0) throw new Error(`The contract cannot be served:\n  ${faults.join('\n  ')}`);
  return endpoints;
}

function describeEndpoint(method: DescMethod): Endpoint {
  if (method.methodKind !== 'unary') throw new Error('it is not unary');
  if (!hasOption(method, access))
    throw new Error('it has no access rule (option gatehouse.access.v1.access)');
  const { verb, path, hasBody } = bindingOf(method);
  const pathFields = [...path.matchAll(/\{([a-z_]+)\}/g)].map((match) => String(match[1]));
  for (const name of pathFields) {
    if (!method.input.fields.some((field) => field.name === name)) {
      throw new Error(`its path names {${name}}, which is no field of ${method.input.name}`);
    }
  }
  const rule = getOption(method, access);
  if (rule.kind.case === 'admin' && verb !== 'GET' && rule.kind.value.freshSecondFactor === undefined)
    throw new Error('it is a write of the staff and does not say whether it needs a fresh_second_factor');
  textFieldsOf(method.input);
  const options = getOption(method, answer);
  const session = enumName(Answer_SessionEffectSchema, options.session);
  const system = identitySystemOf(rule);
  if (session !== 'unspecified' && !session.endsWith(`_${system}`))
    throw new Error(`its rule is of the ${system}s, and it ${session.replace('_', ' ')} sessions`);
  if ((verb === 'PUT' || verb === 'PATCH') && options.ifMatch === undefined)
    throw new Error('it is a PUT or PATCH and does not say whether it needs if_match');
  if (options.lookUp && verb !== 'POST') throw new Error('it is a look-up and no POST');
  const isForMailClients = rule.kind.case === 'public' && rule.kind.value.mailClient;
  if (
    isForMailClients &&
    (verb !== 'POST' || hasBody || pathFields.length === 0 || session !== 'unspecified')
  )
    throw new Error('it is for mail clients, and is no POST of a token in its path alone');
  if (options.status === 303 && !method.output.fields.some(({ name }) => name === 'location'))
    throw new Error(`it redirects, and ${method.output.name} has no field location`);
  const hasEtag = method.output.fields.some(({ name }) => name === 'etag');
  // What a deletion leaves may have no version.
  if (options.ifMatch === true && !hasEtag && verb !== 'DELETE')
    throw new Error(`it needs if_match, and ${method.output.name} has no field etag`);
  return {
    id: `${method.parent.name}.${method.name}`,
    method: verb,
    isRead: verb === 'GET' || options.lookUp,
    path,
    pathFields,
    hasBody,
    bodyFields: hasBody
      ? method.input.fields.map(({ name }) => name).filter((name) => !pathFields.includes(name))
      : [],
    defaultLimit: defaultLimitOf(method.input),
    rule: accessRuleOf(rule),
    system,
    isForMailClients,
    status: options.status === 0 ? 200 : options.status,
    session: session === 'unspecified' ? null : (session as AnswerSessionEffect),
    if_match: options.ifMatch ?? false,
    hasEtag,
    attachment: attachmentOf(options.attachment),
    upload: uploadOf(method, hasBody),
    download: downloadOf(options.mediaType, method),
    image: imageOf(options, method, rule.kind.case),
    refusals: options.refusals.map((code) => enumName(Refusal_CodeSchema, code) as RefusalCode),
    input: method.input,
    output: method.output,
    descriptor: method,
  };
}

/** @throws {Error} for a name that would need quoting in a header. */
function attachmentOf(name: string): string | null {
  if (name === '') return null;
  if (!/^[a-z0-9-]+[.][a-z]+$/.test(name)) throw new Error(`its attachment ${name} is no plain file name`);
  return name;
}

const MEDIA_TYPE = /^[a-z]+\/[a-z0-9.+-]+$/;

/** @throws {Error} for an endpoint that takes JSON, too, and for an upload without a type or a limit. */
function uploadOf(method: DescMethod, hasBody: boolean): Endpoint['upload'] {
  if (!hasOption(method, upload)) return null;
  const { mediaType, maxBytes } = getOption(method, upload);
  if (hasBody) throw new Error('it takes a file and JSON');
  if (!MEDIA_TYPE.test(mediaType) || maxBytes === 0)
    throw new Error('its upload has no media type or no limit');
  return { mediaType, maxBytes };
}

/** @throws {Error} for an endpoint that answers with JSON, too. */
function downloadOf(mediaType: string, { output }: DescMethod): string | null {
  if (mediaType === '') return null;
  if (!MEDIA_TYPE.test(mediaType)) throw new Error(`${mediaType} is no media type`);
  if (output.fields.length > 0) throw new Error(`it answers with a file and a ${output.name}`);
  return mediaType;
}

/** @throws {Error} for an endpoint that answers with something else, too, and for a cache of what only some callers may see. */
function imageOf(
  { mediaType, imageType, maxAgeSeconds }: Answer,
  method: DescMethod,
  rule: string | undefined,
): Endpoint['image'] {
  if (imageType === '') {
    if (maxAgeSeconds > 0) throw new Error('it answers with no image, and browsers may keep it');
    return null;
  }
  if (!/^image\/(png|webp)$/.test(imageType)) throw new Error(`${imageType} is no type of an image`);
  if (mediaType !== '' || method.output.fields.length > 0)
    throw new Error('it answers with an image and something else');
  if (maxAgeSeconds > 0 && rule !== 'public')
    throw new Error('its rule is not public, and browsers may keep its answer');
  return { mediaType: imageType, maxAgeSeconds };
}

function defaultLimitOf(input: DescMessage): number | null {
  const field = input.fields.find(({ name }) => name === 'limit');
  if (field === undefined) return null;
  const items = getOption(field, default_limit);
  if (items === 0) throw new Error('its limit has no default (option gatehouse.paging.v1.default_limit)');
  return items;
}

function bindingOf(method: DescMethod): { verb: HttpMethod; path: string; hasBody: boolean } {
  if (!hasOption(method, http)) throw new Error('it has no HTTP binding (option google.api.http)');
  const { pattern, body } = getOption(method, http);
  if (pattern.case === undefined || pattern.case === 'custom')
    throw new Error('its HTTP binding names no method');
  if (!/^(\/([a-z_]+|\{[a-z_]+\}))+$/.test(pattern.value))
    throw new Error(`its path ${pattern.value} is not supported`);
  if (body !== '' && body !== '*') throw new Error(`its body is ${body}; only "*" is supported`);
  return { verb: pattern.case.toUpperCase() as HttpMethod, path: pattern.value, hasBody: body === '*' };
}
