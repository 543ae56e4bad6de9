import { demoId } from '../demo-id.ts';
import type { TableRows } from '../insert-rows.ts';
import { onePagePdf } from '../pdf.ts';
import type { DemoPerson } from '../people.ts';
import { numberOf } from '../pick.ts';
import { HOUR_MILLIS, personId, timeOfPerson } from '../times-and-ids.ts';

type Row = Readonly<Record<string, unknown>>;

interface Cv {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly at: string;
  readonly file: Buffer;
}

/** The current CVs of the demo talent and of two applicants in three, by address. */
export function demoCvs(people: readonly DemoPerson[], firstDay: number): ReadonlyMap<string, Cv> {
  const cvs = people.flatMap(({ email, name, profile, talentAccess }, index): [string, Cv][] => {
    const hasCv = email === 'talent@demo.test' || numberOf(`${email} cv`) % 3 > 0;
    if (profile === undefined || talentAccess !== 'active' || !hasCv) return [];
    const at = timeOfPerson(index, firstDay) + 2 * HOUR_MILLIS;
    const { headline, summary, skills, location, links } = profile;
    const paragraphs = [
      headline,
      `${location}. ${links.join(', ')}`,
      summary,
      `Skills: ${skills.join(', ')}.`,
    ];
    return [
      [
        email,
        {
          id: demoId(`${email} cv`, at),
          userId: personId(email, index, firstDay),
          name: `${name} CV.pdf`,
          at: new Date(at).toISOString(),
          file: onePagePdf(name, paragraphs),
        },
      ],
    ];
  });
  return new Map(cvs);
}

/** The rows of the CVs; each file is one chunk. */
export function cvTables(cvs: readonly Cv[]): readonly TableRows[] {
  return [
    {
      table: 'talent.cvs',
      rows: cvs.map(
        ({ id, userId, name, at, file }): Row => ({
          id,
          user_id: userId,
          name,
          size: file.length,
          begun_at: at,
          uploaded_at: at,
          is_current: true,
        }),
      ),
      where: 'exists (select from identity.users u where u.id = r.user_id)',
    },
    {
      table: 'talent.cv_chunks',
      rows: cvs.map(({ id, file }): Row => ({ cv_id: id, position: 0, bytes: `\\x${file.toString('hex')}` })),
      where: 'exists (select from talent.cvs c where c.id = r.cv_id)',
    },
  ];
}
