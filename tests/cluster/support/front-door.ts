/**
 * What leads into the cluster, as its owner says: the class of an ingress controller and of a Gateway (empty: there is none),
 * and the address of both inside, for example `https://traefik.ingress`.
 */
export const FRONT_DOOR = {
  ingressClass: process.env['CLUSTER_INGRESS_CLASS'] ?? '',
  gatewayClass: process.env['CLUSTER_GATEWAY_CLASS'] ?? '',
  origin: process.env['CLUSTER_INGRESS_ORIGIN'] ?? '',
} as const;

/** The image of the pods that send requests: any of the system's, because they contain Node. */
export const LOAD_IMAGE = process.env['CLUSTER_LOAD_IMAGE'] ?? 'gatehouse-identity:ci';
