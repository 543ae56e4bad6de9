const OPTION = '--where-possible';

/**
 * Whether a command is left out with a message on a machine that lacks what it needs, and the other options. On a runner of GitHub,
 * whose result a release requires, no command is left out.
 */
export function readWherePossible(
  options: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): { isOptional: boolean; rest: readonly string[] } {
  const [first, ...rest] = options;
  if (first !== OPTION) return { isOptional: false, rest: options };
  return { isOptional: environment['GITHUB_ACTIONS'] !== 'true', rest };
}
