import {
  bool,
  type CleanedEnv,
  cleanEnv,
  EnvError,
  email,
  makeValidator,
  num,
  port,
  str,
  url,
} from 'envalid';

export { EnvError as configurationError, makeValidator };

/** Validators for environment variables; `configurationError` is what a value that does not fit throws. */
export const validators = { bool, email, num, port, str, url };

/** A host as a browser names it: `example.com` or `localhost:8080`, lower case. */
export const hostValidator = makeValidator<string>((input) => {
  const host = input.toLowerCase();
  if (!/^[a-z0-9.-]+(:\d{1,5})?$/.test(host))
    throw new EnvError('expected a host name with an optional port, no scheme');
  return host;
});

/** The URL of a server that speaks one of the schemes, for example `postgres://owner:secret@db.example:5432/gatehouse`. */
export function serverUrlValidator(...schemes: readonly string[]) {
  return makeValidator<string>((input) => {
    const scheme = URL.canParse(input) ? new URL(input).protocol.slice(0, -1) : '';
    // The value may hold a password: it is not repeated.
    if (!schemes.includes(scheme))
      throw new EnvError(
        `expected a URL that begins with ${schemes.map((name) => `${name}://`).join(' or ')}`,
      );
    return input;
  });
}

/**
 * Who is believed for the client's address and scheme: a number of hops, or networks as express knows them
 * (`loopback`, `10.0.0.0/8,fd00::/8`). Empty: none.
 */
export const trustProxyValidator = makeValidator<number | string[] | false>((input) => {
  if (input === '') return false;
  if (/^\d+$/.test(input)) return Number(input);
  if (input === 'true')
    throw new EnvError('"true" would trust every peer; name a number of hops or the networks');
  return input.split(',').map((network) => network.trim());
});

/** How many requests a process works on at once: one at least. */
export const requestsAtOnceValidator = makeValidator<number>((input) => {
  const count = Number(input);
  if (!Number.isSafeInteger(count) || count < 1) throw new EnvError('expected a whole number above 0');
  return count;
});

/** Whole seconds between two bounds. */
export function secondsValidator(min: number, max: number) {
  return makeValidator<number>((input) => {
    const seconds = Number(input);
    if (!Number.isSafeInteger(seconds) || seconds < min || seconds > max)
      throw new EnvError(`expected whole seconds from ${min} to ${max}`);
    return seconds;
  });
}

/** Seconds between two looks for work: not so few that a process asks without a pause. */
export const pollSecondsValidator = makeValidator<number>((input) => {
  const seconds = Number(input);
  if (!(seconds >= 0.05 && seconds <= 300)) throw new EnvError('expected seconds from 0.05 to 300');
  return seconds;
});

/** Of every process that serves HTTP. */
export const keepAliveSeconds = secondsValidator(
  1,
  86_400,
)({
  default: 65,
  desc: 'Seconds for which an idle connection stays open: more than the proxies in front keep theirs.',
});

/**
 * Reads and checks the environment once. A variable that is missing or does not fit ends the process with exit code 1
 * and one line for each on standard error, before anything has been opened.
 */
export function parseConfiguration<Specs extends object>(
  environment: NodeJS.ProcessEnv,
  specs: Specs,
): Readonly<CleanedEnv<Specs>> {
  return cleanEnv(environment, specs, {
    reporter: ({ errors }) => {
      const lines = Object.entries(errors).map(([name, error]) => `  ${name}: ${describe(error)}`);
      if (lines.length === 0) return;
      process.stderr.write(`The configuration does not fit:\n${lines.join('\n')}\n`);
      process.exit(1);
    },
  });
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'EnvMissingError' ? `is missing. ${error.message}`.trim() : error.message;
}
