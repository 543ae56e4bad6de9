import type { ScreeningQuestions } from '@gatehouse/contract/wire';

/** What applicants answer when they apply. */
export function JobQuestions({ questions }: { questions: ScreeningQuestions | undefined }) {
  const items = questions?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section className="card" aria-labelledby="job-questions">
      <h2 id="job-questions">Questions when you apply</h2>
      <ol className="job-questions">
        {items.map(({ text, is_required }) => (
          <li key={text} dir="auto">
            {text} {is_required ? null : <small>Optional</small>}
          </li>
        ))}
      </ol>
    </section>
  );
}
