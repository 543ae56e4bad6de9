/**
 * The talent service as shipped, except that the list of job posts neither reads nor presents their terms: the list as it was before
 * decision 0030.
 */
import { registerHooks } from 'node:module';

/** What is left out of `services/talent/src/job-posts/public-job-post.ts`. */
const LEFT_OUT = [
  /j\.pay_minimum::float8 as pay_minimum,[^`]*?coalesce\(j\.expires_on::text, ''\) as expires_on,\s*/,
  / *terms: presentTerms\(row\),\n/,
];

let isLeftOut = false;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/job-posts/public-job-post.ts')) return loaded;
    let source = String(loaded.source);
    for (const part of LEFT_OUT) {
      if (!part.test(source)) throw new Error(`${url} has no ${part}`);
      source = source.replace(part, '');
    }
    isLeftOut = true;
    return { ...loaded, source };
  },
});

await import('../../services/talent/src/main.ts');
if (!isLeftOut) throw new Error('the service has not loaded its job posts');
