import type { DemoCompany, DemoJobPost, Field } from './companies/demo-company.ts';
import { pick, pickTwo } from './pick.ts';

/** What a week looks like, by field. */
const WEEKS: Record<Field, readonly string[]> = {
  craft: [
    'Monday begins with a look at what waits on the benches; by Tuesday noon the week has a plan.',
    'You work beside two others who will tell you when an edge is not right, and expect the same of you.',
    'Tools are ours, sharpening is yours, and the good vice has a waiting list.',
    'We stop at four on Fridays, sweep, and look at what the week has made.',
    'About a third of the time goes into drawings and talks, the rest is hands.',
    'Every piece has one person who answers for it from the first cut to the crate.',
    'Once a month everybody learns something from somebody else here, in paid time.',
  ],
  software: [
    'We write little and delete gladly; a change is reviewed the same day by somebody who knows the customer.',
    'There is one meeting on Mondays, half an hour, and a long quiet until Thursday.',
    'You talk to the people who use it at least once a week, and often fix it while they watch.',
    'Tests run in four minutes because somebody cared; we would like that to stay so.',
    'Whoever ships on Tuesday reads the logs on Wednesday.',
    'Decisions are written down in half a page, with the reasons and the doubts.',
    'Old code is treated with respect: it has fed us for years.',
  ],
  care: [
    'There is time for handover in every shift, and nobody takes it away.',
    'You have the same people for weeks, so that you notice what has changed.',
    'When a day has been hard, somebody asks, and there is a room with a door.',
    'Rosters are known eight weeks ahead and swapped between colleagues without a form.',
    'We write as little as the law allows and talk as much as it needs.',
    'New colleagues go double for the first month, whatever their certificates say.',
    'Twice a year you choose a course; we pay for it and for the days.',
  ],
  office: [
    'Mornings are for people, afternoons for paper; the telephone is off between two and three.',
    'You will know everybody by name within a week and most of their dogs within two.',
    'We decide small things alone and large things at the round table on Wednesdays.',
    'Two days at home are usual; the others are worth the way because lunch is good.',
    'There is a handbook of twelve pages, and you may cross things out.',
    'You inherit a tidy desk and one drawer that nobody has dared to open.',
    'What can be finished today goes out today; the rest has a date on it.',
  ],
  logistics: [
    'The plan stands at six in the evening before, and changes only for weather and for births.',
    'Vehicles are checked together, in daylight, without hurry.',
    'You have one number to ring when something goes wrong, and somebody who knows picks up.',
    'Rounds are built so that people get home; that costs us a little and is worth it.',
    'We measure what arrives whole, not how fast somebody ran.',
    'Waiting time is working time.',
    'Everybody has done every job at least once, the office too.',
  ],
  food: [
    'We begin with what came in that morning, and the board is written after that.',
    'Staff eat at half past ten, sitting down, all of them.',
    'You taste everything, and you may send it back.',
    'Knives, aprons and shoes are paid for; burns are bandaged and discussed.',
    'Tips are shared by hours, not by who was seen.',
    'Nobody works twelve days in a row here, not in December either.',
    'Recipes hang on the wall and have everybody’s handwriting on them.',
  ],
  teaching: [
    'Lessons are planned in pairs, on Wednesdays, in paid time.',
    'You keep your groups small and your promises large.',
    'There is always a second adult within call.',
    'What did not work is said aloud on Fridays, with biscuits.',
    'Materials are yours to choose within a budget that nobody is ashamed of.',
    'We write three sentences about each learner a term, and mean them.',
    'You see one colleague’s lesson a month, and one colleague sees yours.',
  ],
  science: [
    'A question is written down before anything is measured.',
    'Half of the week is instruments, the other half is finding out what they meant.',
    'Results are shown on Thursdays, the ugly ones first.',
    'There is money for one conference a year and for the train.',
    'You have a technician to ask and an afternoon without meetings.',
    'Notebooks are open to all of us, so that nobody repeats a mistake in private.',
    'We publish what we find, also when we wished for something else.',
  ],
  outdoors: [
    'We start when it is light and stop when it is not; over the year that evens out.',
    'You work in teams of three, and the team decides in which order.',
    'Rain gear is good and paid for; the hut has a stove.',
    'In winter there are repairs, courses and an honest number of hours.',
    'One day a month belongs to looking: what grew, what broke, what moved.',
    'You drive what you need, and clean it when you come back.',
    'Nobody goes out alone, and everybody has a radio that works.',
  ],
};

/** What somebody brings, by field. */
const BRINGS: Record<Field, readonly string[]> = {
  craft: [
    'You have made things that are still in use.',
    'A certificate is fine; a photograph of your work is better.',
    'You can read a drawing and see where it is wrong.',
    'You like to finish.',
    'Careful hands matter more to us than quick ones.',
    'You sharpen before it is dull.',
    'You ask when you do not know, and once only.',
    'You can teach a beginner without sighing.',
  ],
  software: [
    'You have kept something running for people who depended on it.',
    'You can explain a trade-off to somebody who does not code.',
    'You know one language well and are not afraid of SQL.',
    'You read before you write.',
    'Degrees do not matter to us; judgement does.',
  ],
  care: [
    'You have the registration that the law asks for, or are about to.',
    'You can be kind at the end of a shift.',
    'You say when something is too much, early.',
    'Experience is welcome; we also take people who come back after years at home.',
    'You notice small things.',
  ],
  office: [
    'You write clearly and answer on time.',
    'You have kept a calendar that was not your own.',
    'You notice when a number cannot be right.',
    'You are polite on paper and on bad days.',
    'You can hold two deadlines and one angry caller.',
    'You like order and can stand a little chaos.',
    'You know where you would look it up.',
    'A second language helps.',
  ],
  logistics: [
    'You have the licence, or we pay for it.',
    'You are on time because others wait.',
    'You can lift, and you know when to ask.',
    'You stay calm in traffic.',
    'You know the town, or want to.',
  ],
  food: [
    'You have worked in a kitchen that was full.',
    'You like early mornings, or have made peace with them.',
    'You know what season it is without looking.',
    'You can season, and you can stop.',
    'Training is welcome; curiosity is needed.',
  ],
  teaching: [
    'You hold the qualification, or we help you to get it.',
    'You can wait for an answer.',
    'You laugh with people and not at them.',
    'You have taught somebody something that stayed.',
    'You prepare, and then you listen.',
  ],
  science: [
    'You have a degree, or ten years of doing it.',
    'You doubt your own results first.',
    'You can show what you did, step by step.',
    'You know enough statistics to be careful.',
    'You write plain sentences about hard things.',
  ],
  outdoors: [
    'You are happy outside in November.',
    'You can walk all day and still see something.',
    'You have worked with machines that bite.',
    'You know plants, water or weather, and want to learn the other two.',
    'You have a driving licence or good legs.',
  ],
};

const PAY: Record<
  'full_time' | 'part_time' | 'contract' | 'internship',
  readonly [from: number, step: number, words: string]
> = {
  full_time: [2600, 150, 'a month before tax, for a full week'],
  part_time: [17, 1, 'an hour, every hour'],
  contract: [220, 20, 'a day, paid within two weeks'],
  internship: [1150, 50, 'a month, because learning is work'],
};

const HIRING = [
  'Write to us as you talk. We answer everybody within two weeks, the noes as well.',
  'Send what you have; a letter is optional. Two talks at most, then you know.',
  'We meet once, with the people you would work with, and decide within a week.',
];

/** The field of a job whose post does not name one, by the words of its title. */
function fieldOf(title: string): Field {
  const fields: readonly (readonly [RegExp, Field])[] = [
    [/engineer|developer|designer|software|data|product/i, 'software'],
    [/nurse|doctor|midwife|physio|clinic|care(?!er)/i, 'care'],
    [/scientist|research|chemist|hydrolog|analyst|lab/i, 'science'],
    [/driver|courier|logistics|dispatch|warehouse/i, 'logistics'],
    [/baker|cook|kitchen|barista|counter/i, 'food'],
    [/teacher|tutor|trainer|coach/i, 'teaching'],
    [/joiner|finish|timber|print|upholster|operator|installer|technician|artist|photograph/i, 'craft'],
    [/field|garden|farm|outdoor/i, 'outdoors'],
  ];
  return fields.find(([words]) => words.test(title))?.[1] ?? 'office';
}

/** What pay is quoted in, by country: the sign, its worth beside the euro's figures, and what amounts are rounded to. */
const MONEY: readonly (readonly [country: RegExp, sign: string, factor: number])[] = [
  [/England|Scotland/, '£', 0.9],
  [/Switzerland/, 'CHF ', 1.9],
  [/Norway/, 'NOK ', 14],
  [/Sweden/, 'SEK ', 12],
  [/Denmark/, 'DKK ', 9],
  [/Poland/, 'PLN ', 3],
];

const BRING = ['What you bring:', 'It helps if this is you:', 'Who we look for:', ''];

const SHAPES = [
  ['work', 'week', 'bring', 'pay'],
  ['work', 'bring', 'week', 'pay'],
  ['work', 'pay', 'week', 'bring'],
  ['work', 'week', 'pay', 'bring'],
] as const;

/** The text of a post: what the job is, a week in it, what one brings, and what is paid; the same in every run. */
export function jobText(company: DemoCompany, post: DemoJobPost): string {
  const [title, , , work, , field = fieldOf(title)] = post;
  const key = `${company.name} ${title}`;
  const parts = {
    work,
    week: pickTwo(`${key} week`, WEEKS[field]).join(' '),
    bring: `${pick(`${key} words`, BRING)} ${pickTwo(`${key} bring`, BRINGS[field]).join(' ')}`.trim(),
    pay: `${pay(key, post)} ${company.hiring ?? pick(`${company.name} hiring`, HIRING)}`,
  };
  return pick(`${key} shape`, SHAPES)
    .map((part) => parts[part])
    .join('\n\n');
}

function pay(key: string, [, location, kind]: DemoJobPost): string {
  const [from, step, words] = PAY[kind];
  const low = from + step * pick(`${key} pay`, [0, 1, 2, 3, 4, 5, 6]);
  const high = low + step * pick(`${key} range`, [2, 3, 4]);
  const [, sign, factor] = MONEY.find(([country]) => country.test(location)) ?? [null, '€', 1];
  const amount = (euros: number) => {
    const figure = euros * factor;
    const unit = figure < 100 ? 1 : figure < 1000 ? 10 : 50;
    return `${sign}${(Math.round(figure / unit) * unit).toLocaleString('en')}`;
  };
  return `We pay ${amount(low)} to ${amount(high)} ${words}.`;
}
