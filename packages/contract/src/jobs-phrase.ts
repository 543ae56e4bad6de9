/**
 * The jobs of a search, by kind and place, for the middle of a sentence: `Senior jobs in Porto`, `remote jobs`.
 * @param labels of what the search asks of the jobs.
 * @param jobs the word for them.
 */
export function jobsPhrase(labels: readonly string[], location: string, jobs = 'jobs'): string {
  if (!/^remote\b/i.test(location)) {
    return [...labels, location === '' ? jobs : `${jobs} in ${location}`].join(' ');
  }
  const isSaid = labels.some((label) => label.toLowerCase() === location.toLowerCase());
  return [...labels, ...(isSaid ? [] : [location]), jobs].join(' ');
}

/** The same for the beginning of a name: `Jobs in Porto`, `Remote jobs`. */
export function jobsName(labels: readonly string[], location: string): string {
  const phrase = jobsPhrase(labels, location);
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}
