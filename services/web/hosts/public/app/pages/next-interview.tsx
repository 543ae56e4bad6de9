import { Moment } from '#design/local-time.tsx';

/** In a list, beside an application: when its next accepted interview begins, in the reader's zone. */
export function NextInterview({ at }: { at: string | undefined }) {
  return at === undefined ? null : (
    <small>
      Interview: <Moment at={at} />
    </small>
  );
}
