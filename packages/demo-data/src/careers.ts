import { type Data, listOf, objectOf, textOf, textsOf } from './data-file.ts';
import { numberOf, pickTwo } from './pick.ts';

interface DemoPosition {
  readonly key: number;
  readonly employer_name: string;
  readonly title: string;
  readonly from_month: string;
  readonly to_month: string;
  readonly description: string;
}

interface DemoEducation {
  readonly key: number;
  readonly school: string;
  readonly degree: string;
  readonly from_year: string;
  readonly to_year: string;
}

/** The column `career` of a profile: each list newest first. */
export interface DemoCareer {
  readonly positions: readonly DemoPosition[];
  readonly education: readonly DemoEducation[];
}

/** The career that a file has for one person. */
export function careerOf(value: unknown, name: string): DemoCareer {
  const { positions, education } = objectOf(value, name);
  return {
    positions: listOf(positions, name).map((entry, index) => {
      const position = objectOf(entry, name);
      const text = (field: keyof DemoPosition) => textOf(position[field], `${name}: ${field}`);
      return {
        key: index + 1,
        employer_name: text('employer_name'),
        title: text('title'),
        from_month: text('from_month'),
        to_month: text('to_month'),
        description: text('description'),
      };
    }),
    education: listOf(education, name).map((entry, index) => {
      const study = objectOf(entry, name);
      const text = (field: keyof DemoEducation) => textOf(study[field], `${name}: ${field}`);
      return {
        key: index + 1,
        school: text('school'),
        degree: text('degree'),
        from_year: text('from_year'),
        to_year: text('to_year'),
      };
    }),
  };
}

/** Where the people of a trade work and have studied. */
interface Work {
  readonly titles: readonly string[];
  readonly employers: readonly string[];
  readonly study: { readonly school: string; readonly degree: string };
}

/** The part of a trade that careers are made of. */
export function workOf({ titles, employers, study }: Data): Work {
  const { school, degree } = objectOf(study, 'study');
  return {
    titles: textsOf(titles, 'titles'),
    employers: textsOf(employers, 'employers'),
    study: { school: textOf(school, 'school'), degree: textOf(degree, 'degree') },
  };
}

/** A career in a trade, by the person's name alone: one position until now, one before, and what was studied for it. */
export function careerIn({ titles, employers, study }: Work, name: string): DemoCareer {
  const [now, before] = pickTwo(`${name} employers`, employers);
  const year = 2017 + (numberOf(`${name} since`) % 7);
  const years = 2 + (numberOf(`${name} before`) % 5);
  const month = String(2 + (numberOf(`${name} month`) % 10)).padStart(2, '0');
  const position = { description: '' };
  return {
    positions: [
      {
        ...position,
        key: 1,
        employer_name: now,
        title: titles[0] ?? '',
        from_month: `${year}-${month}`,
        to_month: '',
      },
      {
        ...position,
        key: 2,
        employer_name: before,
        title: titles[1] ?? '',
        from_month: `${year - years}-01`,
        to_month: `${year}-01`,
      },
    ],
    education: [{ key: 1, ...study, from_year: String(year - years - 3), to_year: String(year - years) }],
  };
}
