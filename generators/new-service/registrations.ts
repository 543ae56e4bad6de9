/**
 * The lines that name an API service in files which cannot read the list (`packages/contract/src/api-services.ts`). The generator
 * inserts them; `tests/unit/api-services.test.ts` reports the missing ones.
 */
export interface Registration {
  /** From the root of the repository. */
  readonly file: string;
  readonly what: string;
  /** Matches the lines of a service. */
  readonly pattern: (name: string) => RegExp;
  /** The lines of a new service, which follow those of the last one. */
  readonly lines: (name: string) => string;
}

const CHART = 'deploy/helm/gatehouse';

/** Lines that are the same for every service. */
function same(file: string, what: string, lines: (name: string) => string): Registration {
  return { file, what, lines, pattern: (name) => new RegExp(RegExp.escape(lines(name))) };
}

/** A property of the chart's schema. */
function schemaProperty(what: string, indent: number, definition: string): Registration {
  const spaces = ' '.repeat(indent);
  const lines = (name: string) =>
    `${spaces}"${name}": {\n${spaces}  "$ref": "#/definitions/${definition}"\n${spaces}},\n`;
  return same(`${CHART}/values.schema.json`, what, lines);
}

export const REGISTRATIONS: readonly Registration[] = [
  {
    file: 'packages/contract/src/api-services.ts',
    what: 'the list',
    pattern: (name) => new RegExp(`'${name}'(?=[^;]*\\] as const;)`),
    lines: (name) => `, '${name}'`,
  },
  {
    file: 'Dockerfile',
    what: 'the target of its image',
    pattern: (name) => new RegExp(`^FROM service AS ${name}\\n(?:.+\\n)+`, 'm'),
    lines: (name) => `
FROM service AS ${name}
LABEL org.opencontainers.image.title="gatehouse-${name}" \\
      org.opencontainers.image.description="The API service ${name}"
COPY --from=build /image/${name}/dependencies ./
COPY --from=build /image/${name}/sources ./
CMD ["services/${name}/src/main.ts"]
`,
  },
  same('docker-compose.yml', 'its address for the web tier', (name) => {
    return `  ${name.toUpperCase()}_URL: http://${name}:8080\n`;
  }),
  same('docker-compose.yml', 'the password of its role, for the migrations', (name) => {
    const variable = `${name.toUpperCase()}_SERVICE_PASSWORD`;
    return `      ${variable}: \${${variable}:-${name}-on-this-machine}\n`;
  }),
  {
    file: 'docker-compose.yml',
    what: 'its containers',
    pattern: (name) => new RegExp(`^ {2}${name}:\\n(?: {4}.*\\n)+`, 'm'),
    lines: (name) => `
  ${name}:
    <<: *part
    image: \${IMAGE_PREFIX:-gatehouse/}${name}:\${IMAGE_TAG:-dev}
    build: { context: ., target: ${name}, args: *build-arguments }
    deploy: { replicas: 2 }
    environment:
      <<: *environment
      DATABASE_URL: postgres://${name}_service:\${${name.toUpperCase()}_SERVICE_PASSWORD:-${name}-on-this-machine}@postgres:5432/gatehouse
    networks: [front, back]
    depends_on: *after-migrations
`,
  },
  same('docker-compose.yml', 'what the ingress waits for', (name) => `      - ${name}\n`),
  same(`${CHART}/values.yaml`, 'its overrides', (name) => {
    return `  # -- Overrides of \`defaults\` for the ${name} service.\n  ${name}: {}\n`;
  }),
  same(
    `${CHART}/values.yaml`,
    'the Secret of its role',
    (name) => `    ${name}:
      # -- Secret with the password of \`${name}_service\`. Empty: \`<fullname>-database-${name}\`.
      name: ""
      # -- Key in that Secret.
      key: password
`,
  ),
  same(
    `${CHART}/values.yaml`,
    'where a store has the password of its role',
    (name) => `    # -- The password of \`${name}_service\`.
    ${name}: {key: gatehouse/database-${name}, property: password}
`,
  ),
  schemaProperty('its overrides', 8, 'service'),
  schemaProperty('the Secret of its role', 12, 'secretKey'),
  schemaProperty('where a store has the password of its role', 12, 'remoteRef'),
  ...['minimal', 'options'].map((values) =>
    same(`${CHART}/ci/${values}-values.yaml`, 'the Secret of its role', (name) => {
      return `    ${name}: {name: gatehouse-ci-passwords, key: ${name}}\n`;
    }),
  ),
  same('deploy/helm/ci-prerequisites.yaml', 'the password of its role', (name) => {
    return `  ${name}: ${name}-for-tests\n`;
  }),
];

/** Which of the services' lines a file lacks, as sentences. */
export function missingRegistrations(
  services: readonly string[],
  read: (file: string) => string,
): readonly string[] {
  return REGISTRATIONS.flatMap(({ file, what, pattern, lines }) =>
    services
      .filter((name) => !pattern(name).test(read(file)))
      .map((name) => `${file}: ${what} is missing for ${name}. Add:\n${lines(name)}`),
  );
}
