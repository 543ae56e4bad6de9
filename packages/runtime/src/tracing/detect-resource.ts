import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  osDetector,
  processDetector,
  type Resource,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';

/** What the SDK finds out about this process where nobody tells it to look elsewhere (`OTEL_RESOURCE_ATTRIBUTES` included). */
export function detectResource(serviceName: string): Resource {
  const detectors = [serviceInstanceIdDetector, processDetector, hostDetector, osDetector, envDetector];
  return defaultResource()
    .merge(detectResources({ detectors }))
    .merge(resourceFromAttributes({ 'service.name': serviceName }));
}
