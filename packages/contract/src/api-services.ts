/**
 * The API services: the one list of them, in the order of documents and of the chart. `npm run new:service NAME` adds one. Each has
 * the proto package `gatehouse.NAME.v1`, the folder `services/NAME`, the database role `NAME_service` and the image `NAME`.
 */
export const API_SERVICES = ['identity', 'employer', 'talent'] as const;

/** The name of an API service. */
export type ApiService = (typeof API_SERVICES)[number];

/** A value for each API service. */
export function byService<Value>(make: (name: ApiService) => Value): Readonly<Record<ApiService, Value>> {
  return Object.fromEntries(API_SERVICES.map((name) => [name, make(name)])) as Record<ApiService, Value>;
}

/** The variable from which the web tier reads a service's address. */
export type AddressVariable = `${Uppercase<ApiService>}_URL`;

/** `TALENT_URL` */
export function addressVariable(name: ApiService): AddressVariable {
  return `${name.toUpperCase() as Uppercase<ApiService>}_URL`;
}

/** A value for the web tier's variable of each service. */
export function byAddressVariable<Value>(
  make: (name: ApiService) => Value,
): Readonly<Record<AddressVariable, Value>> {
  return Object.fromEntries(API_SERVICES.map((name) => [addressVariable(name), make(name)])) as Record<
    AddressVariable,
    Value
  >;
}

/** The service of an endpoint's path: identity's begin with `/identities`, the others' with the service's name. */
export function serviceOfPath(path: string): ApiService {
  const segment = path.split('/', 2)[1];
  return API_SERVICES.find((name) => name === segment) ?? 'identity';
}
